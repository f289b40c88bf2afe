// The least that a call costs: an epoll loop which answers whatever ends with a NUL by fixed bytes.
// usage: echo SOCKET FILE-WITH-THE-ANSWER
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char input[1 << 16], answer[1 << 20];

int main(int count, char **arguments) {
  if (count != 3) return 64;
  int file = open(arguments[2], O_RDONLY);
  ssize_t size = read(file, answer, sizeof answer);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (size < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0 ||
      listen(listener, 4096) < 0) {
    perror("echo");
    return 74;
  }
  int loop = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, ready[128];
  epoll_ctl(loop, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int events = epoll_wait(loop, ready, 128, -1);
    for (int i = 0; i < events; i++) {
      int socket = ready[i].data.fd;
      if (socket == listener) {
        int peer = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
        event.data.fd = peer;
        if (peer >= 0) epoll_ctl(loop, EPOLL_CTL_ADD, peer, &event);
        continue;
      }
      ssize_t got = recv(socket, input, sizeof input, 0);
      if (got <= 0)
        close(socket);
      else if (input[got - 1] == 0 && send(socket, answer, size, MSG_NOSIGNAL) != size)
        return 74;
    }
  }
}
