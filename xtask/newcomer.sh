#!/usr/bin/env bash
# Tries the two commands of the README as somebody does who has a fresh Debian and rustup: in a clean root, with
# a toolchain that lacks the wasm target, no Cargo home, no C compiler and an empty environment. Needs root.
#
#   xtask/newcomer.sh FOLDER [run] [test]    FOLDER gets the clean root; nothing else is touched
#
# RUSTUP_AUTO_INSTALL=0 is handed on, if it is set. Times and sizes are printed at the end.
set -euo pipefail

root=${1:?a folder for the clean root is needed}
shift
what=${*:-run test}
here=$(cd "$(dirname "$0")/.." && pwd)
release=${DEBIAN_RELEASE:-bookworm}
channel=$(sed -n 's/^channel = "\(.*\)"/\1/p' "$here/rust-toolchain.toml")

command -v debootstrap >/dev/null || apt-get install --yes --no-install-recommends debootstrap
if [ ! -e "$root.tar" ]; then
    debootstrap --variant=minbase --include=ca-certificates "$release" "$root.new" >"$root.log" 2>&1 ||
        { tail "$root.log"; exit 1; }
    tar -C "$root.new" -cf "$root.tar" . && rm -rf "$root.new"
fi
rm -rf "$root" && mkdir -p "$root" && tar -C "$root" -xf "$root.tar"

# The network of this machine.
cp /etc/resolv.conf /etc/hosts "$root/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
[ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/"

# What somebody new has: rustup with a toolchain, and a clone.
mkdir -p "$root/root/rustup"
cp "$(command -v rustup)" "$root/usr/local/bin/rustup"
for tool in cargo rustc rustdoc cargo-fmt rustfmt cargo-clippy clippy-driver; do
    ln -s rustup "$root/usr/local/bin/$tool"
done
git clone --quiet "$here" "$root/root/mohreh"

# A shell inside, in namespaces of its own: what it mounts and starts is gone with it.
inside() {
    unshare --mount --pid --fork bash -c '
        # The root is a mount point, as on every machine; tests that mount something need that.
        mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
            mount --rbind /sys "$0/sys"
        exec env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 TERM=dumb \
            ${RUSTUP_AUTO_INSTALL:+RUSTUP_AUTO_INSTALL=$RUSTUP_AUTO_INSTALL} ${CI:+CI=$CI} \
            chroot "$0" /bin/bash -c "cd /root/mohreh && $1"' "$root" "$1"
}
measured() { # NAME COMMAND
    echo "== $1 (RUSTUP_AUTO_INSTALL=${RUSTUP_AUTO_INSTALL:-unset})"
    local TIMEFORMAT="== $1: %R s by the clock, %U + %S s of CPU"
    time inside "$2"
}

inside "rustup toolchain install $channel --profile minimal --no-self-update" >"$root.log" 2>&1 || { tail "$root.log"; exit 1; }
! ls -d "$root"/root/.rustup/toolchains/*/lib/rustlib/wasm32-* 2>/dev/null || exit 1

for command in $what; do
    case $command in
    run)
        # Served until the page has answered once, then stopped; again for a warm start, and after a change.
        serve='cargo xtask run >/tmp/run.log 2>&1 & while kill -0 $! 2>/dev/null; do
            grep -q "Mohreh is at" /tmp/run.log && break; sleep 0.1; done
            cat /tmp/run.log; exec 3<>/dev/tcp/127.0.0.1/7373 && printf "GET /fa/ HTTP/1.0\r\n\r\n" >&3 &&
            head -n 1 <&3; status=$?; kill -INT $(pidof mohreh); wait; exit $status'
        measured 'run, cold' "$serve"
        measured 'run, warm' "$serve"
        inside 'echo "// A change." >>crates/server/src/lib.rs'
        measured 'run, one crate changed (server)' "$serve"
        inside 'git checkout --quiet . 2>/dev/null || sed -i "\$d" crates/server/src/lib.rs'
        ;;
    test) measured test 'cargo xtask test' ;;
    *) echo "unknown: $command" && exit 2 ;;
    esac
done
du -sh "$root/root/mohreh/target" "$root/root/.cargo" "$root/root/.rustup" | sed "s#$root##"
ls -l "$root/root/mohreh/target/release/mohreh" 2>/dev/null | awk '{print $5 " bytes: target/release/mohreh"}'
