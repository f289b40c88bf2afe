#!/usr/bin/env bash
# Builds the release programs and installs them, with their user units, manual pages and completions,
# for the user who runs it. In a package made by package.sh the programs are built already.
set -euo pipefail

readonly programs=(unitsd unitsctl unitsbar units-import)
# Those whose words the shells complete.
readonly documented=(unitsd unitsctl unitsbar)
readonly units=(unitsd.socket unitsd-readonly.socket unitsd.service units-import.path
  units-import.service)
# What starts the others.
readonly enabled=(unitsd.socket units-import.path units-import.service)
readonly minimum_swift=6.2

usage() {
  cat <<'TEXT'
usage: install.sh [--uninstall]

Installs unitsd, unitsctl, unitsbar and units-import for this user, built here first where this is
the source:

  programs   ~/.local/bin
  units      ${XDG_CONFIG_HOME:-~/.config}/systemd/user (unitsd.socket, unitsd-readonly.socket,
             unitsd.service, units-import.path, units-import.service)
  the rest   ${XDG_DATA_HOME:-~/.local/share}: manual pages, completions for bash, zsh and fish

and has the user's systemd listen on the socket, so that the first program that connects starts the
daemon, and watch the folder of activities to import. Without systemd the programs are installed all
the same: they then use the store directly. Running it again brings an installation up to date.
Building needs Swift 6.2 or later; libsqlite3-dev, libexpat1-dev and zlib1g-dev are installed through
apt when they are missing.

  --uninstall  stops the daemon and removes the programs and units; preferences and records stay
  --help       this text
TEXT
}

say() { printf '%s\n' "$*"; }

fail() {
  local status=$1
  shift
  printf 'install.sh: %s\n' "$@" >&2
  exit "$status"
}

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
tree=$(dirname -- "$here")
[[ -n ${HOME:-} ]] || fail 64 "HOME is not set"
programs_folder=$HOME/.local/bin
units_folder=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user
data_folder=${XDG_DATA_HOME:-$HOME/.local/share}
bash_folder=$data_folder/bash-completion/completions
zsh_folder=$data_folder/zsh/site-functions
fish_folder=$data_folder/fish/vendor_completions.d
documents=(
  "$data_folder"/man/man1/{unitsctl,unitsbar,units-import}.1 "$data_folder/man/man8/unitsd.8"
  "$bash_folder"/{unitsctl,unitsbar,unitsd} "$zsh_folder/_unitsctl"
  "$fish_folder"/{unitsctl,unitsbar,unitsd}.fish
)

# Files of root in somebody's home would be refused by the programs later on.
check_home() {
  local owner
  owner=$(stat -c %u -- "$HOME") || fail 74 "no home directory: $HOME"
  if [[ $owner != "$EUID" ]]; then
    fail 77 "$HOME belongs to user $owner, not to user $EUID" "run it as yourself, without sudo"
  fi
}

check_swift() {
  command -v swift >/dev/null ||
    fail 69 "swift: not found" "install Swift $minimum_swift or later: https://www.swift.org/install/"
  local banner
  banner=$(swift --version 2>&1) || fail 69 "swift --version: $banner"
  [[ $banner =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] ||
    fail 69 "swift --version tells no version: $banner"
  local found=${BASH_REMATCH[1]}.${BASH_REMATCH[2]}
  [[ $(printf '%s\n' "$minimum_swift" "$found" | sort -V | head -n 1) == "$minimum_swift" ]] ||
    fail 69 "Swift $found is too old: $(command -v swift)" "Swift $minimum_swift or later is needed"
}

# Whether a library is there to be linked statically: has HEADER LIBRARY
has() {
  [[ -e /usr/include/$1 ]] &&
    { compgen -G "/usr/lib/*/$2" || compgen -G "/usr/lib*/$2"; } >/dev/null
}

# The packages of the libraries that are missing.
missing_libraries() {
  has sqlite3.h libsqlite3.a || echo libsqlite3-dev
  has expat.h libexpat.a || echo libexpat1-dev
  has zlib.h libz.a || echo zlib1g-dev
}

# Root installs; others do so through sudo, if it asks for no password or there is a terminal to
# ask on.
check_libraries() {
  local missing
  mapfile -t missing < <(missing_libraries)
  ((${#missing[@]})) || return 0
  command -v apt-get >/dev/null ||
    fail 69 "development files are missing, those of Debian's ${missing[*]}" \
      "install them with this system's package manager"
  local as_root=()
  if [[ $EUID != 0 ]]; then
    if ! command -v sudo >/dev/null || { ! sudo -n true 2>/dev/null && [[ ! -t 0 ]]; }; then
      fail 77 "missing, and it takes root to install: ${missing[*]}" \
        "run: sudo apt-get install ${missing[*]}"
    fi
    as_root=(sudo)
  fi
  say "installing ${missing[*]} through apt"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq)
  "${apt[@]}" update || say "apt-get update did not end well; going on with the lists there are"
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null ||
    fail 69 "apt-get could not install ${missing[*]}"
  [[ -z $(missing_libraries) ]] ||
    fail 69 "${missing[*]} is installed, and yet its files are not there"
}

# Whether systemd is the user's service manager: `yes`, `away` (installed, but no manager of this
# user answers now) or `no`.
user_manager() {
  command -v systemctl >/dev/null || { echo no; return; }
  if [[ -z ${XDG_RUNTIME_DIR:-} && -O /run/user/$EUID ]]; then
    export XDG_RUNTIME_DIR=/run/user/$EUID
  fi
  if systemctl --user show-environment >/dev/null 2>&1; then echo yes; else echo away; fi
}

in_user_manager() {
  XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/run/user/$EUID} systemctl --user "$@"
}

# Whether the programs lie beside this script, as in a package.
is_package() { [[ -x $here/bin/unitsd ]]; }

build() {
  say "building in $tree (release)"
  local program
  for program in "${programs[@]}"; do
    swift build --package-path "$tree" -c release --product "$program" >&2
  done
}

install_programs() {
  local built=$here/bin program
  is_package || built=$(swift build --package-path "$tree" -c release --show-bin-path)
  for program in "${programs[@]}"; do
    install -D -m 755 -- "$built/$program" "$programs_folder/$program"
    say "installed $programs_folder/$program"
  done
}

# The programs write their own pages and scripts.
install_documents() {
  local unitsctl=$programs_folder/unitsctl script
  "$unitsctl" manual --quiet --install "$data_folder/man"
  script=$("$unitsctl" completions bash)
  for program in "${documented[@]}"; do write_file "$bash_folder/$program" "$script"; done
  write_file "$zsh_folder/_unitsctl" "$("$unitsctl" completions zsh)"
  script=$("$unitsctl" completions fish)
  for program in "${documented[@]}"; do write_file "$fish_folder/$program.fish" "$script"; done
  say "installed manual pages and completions below $data_folder"
}

write_file() {
  mkdir -p -- "$(dirname -- "$1")"
  printf '%s\n' "$2" >"$1"
}

install_units() {
  local unit
  for unit in "${units[@]}"; do
    install -D -m 644 -- "$here/$unit" "$units_folder/$unit"
    say "installed $units_folder/$unit"
  done
}

# A daemon that runs already is replaced by the new one; its clients come back by themselves.
start() {
  local running=no
  if in_user_manager --quiet is-active unitsd.service; then running=yes; fi
  in_user_manager daemon-reload
  in_user_manager --quiet enable "${enabled[@]}"
  # A service that runs refuses a socket that is new to it.
  [[ $running == no ]] || in_user_manager stop unitsd.service
  in_user_manager start unitsd.socket unitsd-readonly.socket
  [[ $running == no ]] || in_user_manager start unitsd.service
  in_user_manager start units-import.path units-import.service
  say "unitsd.socket is enabled and listens; the first program that connects starts unitsd"
}

# A directory that only this shell knows of would part the programs from the daemon.
compare_directories() {
  local theirs variable line
  theirs=$(in_user_manager show-environment)
  for variable in XDG_CONFIG_HOME XDG_DATA_HOME; do
    line=$(grep "^$variable=" <<<"$theirs" || true)
    if [[ ${line#"$variable="} != "${!variable:-}" ]]; then
      say "note: $variable is '${!variable:-}' here and '${line#"$variable="}' for the daemon;" \
        "set it for both, in ~/.config/environment.d"
    fi
  done
}

check_path() {
  [[ :$PATH: == *:$programs_folder:* ]] ||
    say "note: $programs_folder is not in PATH; a log-in shell may add it the next time"
}

# What the user's shell still needs in order to complete words.
check_shell() {
  local rc=${ZDOTDIR:-$HOME}/.zshrc
  local shell=${SHELL:-}
  case ${shell##*/} in
    bash)
      [[ -e /usr/share/bash-completion/bash_completion ]] ||
        say "note: bash completes words with the help of the package bash-completion"
      ;;
    zsh)
      grep -qs 'zsh/site-functions' "$rc" ||
        say "note: for zsh to complete words, $rc needs this before compinit:" \
          "fpath=($zsh_folder \$fpath)"
      ;;
  esac
}

install_all() {
  check_home
  if ! is_package; then
    check_swift
    check_libraries
    build
  fi
  install_programs
  install_documents
  case $(user_manager) in
    yes)
      install_units
      start
      compare_directories
      ;;
    away)
      install_units
      SYSTEMD_OFFLINE=1 systemctl --user --quiet enable "${enabled[@]}"
      say "no systemd of this user answers now; unitsd.socket will listen from the next log-in on"
      say "until then the programs use the store directly"
      ;;
    no)
      say "no systemd here: the programs use the store directly, or a unitsd started by hand"
      ;;
  esac
  check_path
  check_shell
}

uninstall_all() {
  check_home
  local manager
  manager=$(user_manager)
  case $manager in
    yes)
      # Not there at all is as good as stopped.
      in_user_manager --quiet disable --now "${units[@]}" 2>/dev/null || true
      say "stopped unitsd"
      ;;
    away) SYSTEMD_OFFLINE=1 systemctl --user --quiet disable "${units[@]}" 2>/dev/null || true ;;
    no) ;;
  esac
  local file
  for file in "${programs[@]/#/$programs_folder/}" "${units[@]/#/$units_folder/}" \
    "${documents[@]}"; do
    [[ -e $file || -L $file ]] || continue
    rm -f -- "$file"
    say "removed $file"
  done
  [[ $manager != yes ]] || in_user_manager daemon-reload
  say "preferences in ${XDG_CONFIG_HOME:-$HOME/.config}/units and records in" \
    "${XDG_DATA_HOME:-$HOME/.local/share}/units are left as they are"
}

case ${1:-} in
  '') install_all ;;
  --uninstall) uninstall_all ;;
  --help | -h) usage ;;
  *)
    printf 'install.sh: unknown argument: %s\n' "$1" >&2
    usage >&2
    exit 64
    ;;
esac
