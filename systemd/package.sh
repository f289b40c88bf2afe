#!/usr/bin/env bash
# Builds the release programs and packs them with what belongs to them: FOLDER/units-VERSION-…tar.gz,
# which is unpacked anywhere and needs neither Swift nor any library.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
tree=$(dirname -- "$here")

case ${1:-} in
  --help | -h)
    cat <<'TEXT'
usage: systemd/package.sh [FOLDER]

Builds the programs in release form and packs them, with the user units, manual
pages, completions for bash, zsh and fish and install.sh, into FOLDER (.build/package):

  units-VERSION-linux-MACHINE.tar.gz
  units-VERSION-linux-MACHINE.tar.gz.sha256

Inside, SHA256SUMS has the checksum of each file. The same programs give the same package, byte by
byte. Unpacked, `./install.sh` installs for the user who runs it, and `./install.sh --uninstall`
takes it away again.
TEXT
    exit
    ;;
  -*)
    printf 'package.sh: unknown argument: %s\n' "$1" >&2
    exit 64
    ;;
esac

folder=${1:-$tree/.build/package}
# What install.sh installs, and nothing else.
declarations=$(sed -n '/^readonly \(programs\|documented\|units\)=(/,/)$/p' "$here/install.sh")
eval "$declarations"
for program in "${programs[@]}"; do
  swift build --package-path "$tree" -c release --product "$program" >&2
done
built=$(swift build --package-path "$tree" -c release --show-bin-path)
version=$("$built/unitsctl" --version)
name=units-${version#unitsctl }-linux-$(uname -m)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/$name
umask 022
mkdir -p "$root"/{bin,share/{man,bash-completion/completions,zsh/site-functions}}
mkdir -p "$root/share/fish/vendor_completions.d"
for program in "${programs[@]}"; do install -m 755 "$built/$program" "$root/bin"; done
install -m 755 "$here/install.sh" "$root"
install -m 644 "${units[@]/#/$here/}" "$tree/README.md" "$root"
unitsctl=$root/bin/unitsctl
"$unitsctl" manual --quiet --install "$root/share/man"
"$unitsctl" completions zsh >"$root/share/zsh/site-functions/_unitsctl"
for program in "${documented[@]}"; do
  "$unitsctl" completions bash >"$root/share/bash-completion/completions/$program"
  "$unitsctl" completions fish >"$root/share/fish/vendor_completions.d/$program.fish"
done
chmod -R u=rwX,go=rX "$root"
(cd "$root" && find . -type f ! -name SHA256SUMS -printf '%P\0' | sort -z | xargs -0 sha256sum) \
  >"$scratch/sums"
mv "$scratch/sums" "$root/SHA256SUMS"

mkdir -p "$folder"
# Neither the day nor the builder's name is in it.
tar -C "$scratch" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - "$name" |
  gzip -9n >"$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
printf '%s\n' "$folder/$name.tar.gz"
