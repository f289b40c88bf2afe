// The least that telling many costs: whoever sends something is answered by one NUL, and all others
// are sent the same message.
// usage: broadcast SOCKET FILE-WITH-THE-MESSAGE
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char input[1 << 16], message[1 << 20];
static int peers[4096], peer_count;

int main(int count, char **arguments) {
  if (count != 3) return 64;
  int file = open(arguments[2], O_RDONLY);
  ssize_t size = read(file, message, sizeof message);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (size < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0 ||
      listen(listener, 4096) < 0) {
    perror("broadcast");
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
        // All that wait, so that whoever connected before a message was sent is told of it.
        int peer;
        while (peer_count < 4096 && (peer = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
          peers[peer_count++] = event.data.fd = peer;
          epoll_ctl(loop, EPOLL_CTL_ADD, peer, &event);
        }
        continue;
      }
      // A peer that leaves ends the measurement, and with it this program.
      if (recv(socket, input, sizeof input, 0) <= 0) return 0;
      if (send(socket, "", 1, MSG_NOSIGNAL) != 1) return 74;
      for (int peer = 0; peer < peer_count; peer++)
        if (peers[peer] != socket && send(peers[peer], message, size, MSG_NOSIGNAL) != size)
          return 74;
    }
  }
}
