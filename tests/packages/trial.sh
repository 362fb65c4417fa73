#!/usr/bin/env bash
# The packages for Linux, tried in clean trees: installed, run, upgraded, removed and purged; a container built.
#   trial.sh DIST WORK [MIRROR]
# DIST is what `cargo xtask dist` makes, WORK a folder for the trees (3 GB). As root. It takes mmdebstrap,
# binutils, lintian, rpm, systemd, and buildah for the container. Prints a line for each look; exits with 1 where one is
# not as it must be.
set -uo pipefail
dist=$(realpath "$1"); work=$2; mirror=${3:-http://deb.debian.org/debian}
here=$(dirname "$(realpath "$0")")
failed=0
look() { # WHAT COMMAND…: done without an error?
  local what=$1 out; shift
  if out=$("$@" 2>&1); then echo "ok    $what"; else echo "FAIL  $what: $(tail -c 600 <<< "$out")"; failed=$((failed + 1)); fi
}
isnt() { ! "$@"; }
mkdir -p "$work"; tree=$work/debian

base() { # TREE PACKAGES: a Debian that has nothing of ours
  [ -e "$1/etc/debian_version" ] || mmdebstrap --quiet --variant=minbase --mode=root --include="$2" \
    bookworm "$1" "$mirror" || exit 1
  mountpoint -q "$1/proc" || mount -t proc proc "$1/proc"
  mountpoint -q "$1/dev" || mount --rbind --make-rslave /dev "$1/dev"
}
leave() { for tree in "$work"/debian "$work"/red; do umount -lq "$tree/proc" "$tree/dev"; done; }
trap leave EXIT
within() { chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
as() { local user=$1; shift; within runuser -u "$user" -- "$@"; }
debs=(tagbridge tagbridge-service tagbridge-desktop)
deb() { basename "$dist/$1"_*.deb; }

echo "== lintian"
for it in "${debs[@]}"; do look "$(deb "$it"): no error" lintian --fail-on error "$dist/$(deb "$it")"; done

echo "== a clean Debian 12"
rm -rf "$tree"; base "$tree" ca-certificates
cp -L /etc/resolv.conf "$tree/etc/resolv.conf"
mkdir "$tree/dist"; cp "$dist"/*.deb "$tree/dist/"
within apt-get update -qq >/dev/null 2>&1
for it in "${debs[@]}"; do look "$it is installed" within apt-get install -qq -y "/dist/$(deb "$it")"; done
for it in tagbridge tagbridge-service; do look "user $it" within getent passwd "$it"; done
look "tagbridge --version" within tagbridge --version
for it in "$tree"/usr/bin/tagbridge*; do
  newest=$(objdump -T "$it" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -1)
  look "$(basename "$it") asks for glibc ${newest#GLIBC_}, and Ubuntu 22.04 has 2.35" \
    test "$(printf 'GLIBC_2.35\n%s\n' "$newest" | sort -V | tail -1)" = GLIBC_2.35
done
look "its manual is there" within test -s /usr/share/man/man1/tagbridge-run.1.gz
look "libraries of the window are all there" bash -c "! chroot '$tree' ldd /usr/bin/tagbridge-desktop | grep 'not found'"
look "demo, by nobody" as nobody env HOME=/tmp tagbridge demo --for 5s
for unit in tagbridge tagbridge-service; do
  look "$unit.service verifies" systemd-analyze verify --root="$tree" --man=no "$unit.service"
  exposure=$(systemd-analyze security --offline=true --root="$tree" "$unit.service" 2>&1 | tail -1)
  echo "      $exposure"
  look "its exposure is under 2" bash -c "grep -qE 'level for [^:]*: [01]\.[0-9]' <<< '$exposure'"
done

serve() { # Runs the service as its unit would, for a moment, and asks it.
  as tagbridge-service timeout 30 tagbridge serve --data /var/lib/tagbridge-service --listen 127.0.0.1:18790 >"$work/serve.log" 2>&1 &
  local serving=$! i
  for i in $(seq 40); do
    within test -s /var/lib/tagbridge-service/key && curl -fsS -H "authorization: Bearer $(<"$tree/var/lib/tagbridge-service/key")" \
      http://127.0.0.1:18790/api/v1/projects && { kill $serving; wait $serving; return 0; }
    sleep 0.5
  done 2>/dev/null
  kill $serving; cat "$work/serve.log"; return 1
}
# As systemd makes it when the unit starts.
within install -d -o tagbridge-service -g tagbridge-service -m 0700 /var/lib/tagbridge-service
look "a project is added" as tagbridge-service tagbridge project add --data /var/lib/tagbridge-service --name Line --vendor siemens
look "a key is made" as tagbridge-service tagbridge key create --data /var/lib/tagbridge-service --name k --permissions hmi_view --output /var/lib/tagbridge-service/key
look "the service runs as its user" serve
within install -d /etc/tagbridge
look "config init" within tagbridge config init /etc/tagbridge/tagbridge.toml

echo "== upgrade, removal, purge"
mkdir -p "$work/newer"
for it in tagbridge tagbridge-service; do # the same, called newer
  rm -rf "$work/newer/$it"; dpkg-deb -R "$dist/$(deb "$it")" "$work/newer/$it"
  sed -i -e 's/^Version: .*/Version: 9.0.0/' -e 's/(= [0-9.]*)/(= 9.0.0)/' "$work/newer/$it/DEBIAN/control"
  dpkg-deb --root-owner-group -b "$work/newer/$it" "$tree/dist/newer-$it.deb" >/dev/null
done
look "upgraded" within apt-get install -qq -y /dist/newer-tagbridge.deb /dist/newer-tagbridge-service.deb
look "its data is served after it" serve
look "removed" within apt-get remove -qq -y tagbridge tagbridge-service tagbridge-desktop
look "the program is gone" isnt within test -e /usr/bin/tagbridge
look "data and configuration stay" within test -s /var/lib/tagbridge-service/key -a -s /etc/tagbridge/tagbridge.toml
look "purged" within apt-get purge -qq -y tagbridge tagbridge-service
look "its data is gone" isnt within test -e /var/lib/tagbridge-service
look "the configuration that a person wrote stays" within test -s /etc/tagbridge/tagbridge.toml

echo "== rpm, in a clean tree of its own"
tree=$work/red; rm -rf "$tree"; base "$tree" ca-certificates,systemd
rpm() { command rpm --root "$tree" --dbpath /var/lib/rpm "$@"; }
mkdir -p "$tree/var/lib/rpm" "$tree/dist"; rpm --initdb
cp "$dist"/*.rpm "$tree/dist/"
for it in tagbridge tagbridge-service tagbridge-desktop; do
  file=$(ls "$tree/dist/$it"-[0-9]*.rpm)
  look "$(basename "$file"): its digests" rpm -K --nosignature "$file"
  # The tree is Debian's: what it needs is there under other names.
  look "$it is installed" rpm -i --nodeps "$file"
  look "$it: all files are as they were packed" rpm -V --nodeps --nouser --nogroup "$it"
done
look "user tagbridge" within getent passwd tagbridge
look "tagbridge --version" within tagbridge --version
look "installed over itself, as an upgrade is" rpm -U --nodeps --replacepkgs "$tree/dist"/tagbridge-[0-9]*.rpm
look "erased" rpm -e --nodeps tagbridge-service tagbridge-desktop tagbridge
look "the program is gone" isnt within test -e /usr/bin/tagbridge

echo "== container"
if command -v buildah >/dev/null; then
  image() { buildah --storage-driver vfs --root "$work/images" --runroot "$work/run" "$@"; }
  rm -rf "$work/debian-12"; mmdebstrap --quiet --variant=minbase --mode=root bookworm "$work/debian-12.tar" "$mirror"
  slim=$(image from scratch); image add "$slim" "$work/debian-12.tar" / >/dev/null
  image commit -q "$slim" docker.io/library/debian:12-slim >/dev/null
  look "built from its recipe" image bud --isolation chroot --network host --pull-never -t tagbridge-service \
    -f "$here/../../installer/Containerfile" "$dist"
  made=$(image from --pull-never tagbridge-service)
  look "it runs as its own user" image run --isolation chroot --user 10001 "$made" -- tagbridge --version
  for verb in "project add --name Line --vendor siemens" "key create --name k --permissions hmi_view"; do
    # shellcheck disable=SC2086
    look "${verb%% --*}, in its data" image run --isolation chroot --user 10001 "$made" -- tagbridge $verb --data /data
  done
  look "it has one program" isnt image run --isolation chroot "$made" -- test -e /usr/bin/tagbridge-desktop
else
  echo "      skipped: there is no buildah"
fi
echo; [ $failed = 0 ] && echo "all as it must be" || echo "$failed not as it must be"
exit $((failed > 0))
