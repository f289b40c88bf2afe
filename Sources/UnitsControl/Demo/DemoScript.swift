/// The demonstration as a script of the shell: what it shows is what it runs.
enum DemoScript {
  static let text = #"""
    export PATH LC_ALL
    home=$(mktemp -d "${TMPDIR:-/tmp}/units-demo.XXXXXX") || exit 74
    daemon= bar=
    leave() {
      trap - EXIT
      for process in $bar $daemon; do kill "$process"; done 2>/dev/null
      wait
      rm -rf "$home"
    }
    trap leave EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 141' PIPE
    trap 'exit 143' TERM
    unset UNITS_SOCKET XDG_CONFIG_DIRS JOURNAL_STREAM
    export HOME="$home" XDG_CONFIG_HOME="$home/config" XDG_DATA_HOME="$home/data"
    export XDG_RUNTIME_DIR="$home/run"
    mkdir -m 700 "$XDG_RUNTIME_DIR" && mkfifo "$home/line" || exit 74

    show() {
      printf '$ %s\n' "$*"
      "$@" || exit
    }

    printf 'A daemon and a widget of their own, in %s; nothing of yours is touched.\n\n' "$home"
    unitsd 2>"$home/log" &
    daemon=$!
    tries=0
    until unitsctl status >"$home/status"; do
      tries=$((tries + 1))
      if [ $tries = 100 ]; then cat "$home/log"; exit 74; fi
      sleep 0.05
    done
    printf 'The first time, the locale (%s) decides, and its word is stored:\n' "$LC_ALL"
    show unitsctl get
    sleep 0.6
    printf '\nA run is recorded, in metres, whatever you type:\n'
    show unitsctl log distance 5km
    sleep 0.6
    printf '\nA status bar shows today, and follows every change:\n$ unitsbar --follow\n'
    unitsbar --follow 2>/dev/null >"$home/line" &
    bar=$!
    # What the command itself says comes first.
    while read -r line; do sleep 0.2; printf '    the bar now shows: %s\n' "$line"; done <"$home/line" &
    sleep 0.6
    show unitsctl toggle
    sleep 0.6
    show unitsctl log distance 2.5km
    sleep 0.6
    show unitsctl toggle
    sleep 0.6
    printf '\nAll of it is a text file and a database:\n'
    show cat "$XDG_CONFIG_HOME/units/group.dev.units.json"
    sleep 0.4
    printf '\nThat was it. Now yours: unitsctl get\n'
    """#
}
