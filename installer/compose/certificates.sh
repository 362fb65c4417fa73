#!/bin/sh
# An authority, and certificates of the database and of the proxy that it signs: certificates.sh FOLDER HOST.
# What is there already stays.
set -eu
folder=$1
host=$2
command -v openssl > /dev/null || { apt-get -qq update && apt-get -qq install --yes openssl > /dev/null; }
cd "$folder"
if [ ! -e authority.pem ]; then
    openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj "/CN=Tagbridge" \
        -keyout authority.key -out authority.pem
fi
sign() {
    [ -e "$1.pem" ] && return
    openssl req -newkey rsa:3072 -nodes -subj "/CN=$2" -keyout "$1.key" -out "$1.csr"
    printf 'subjectAltName=%s\n' "$3" > "$1.ext"
    openssl x509 -req -in "$1.csr" -CA authority.pem -CAkey authority.key -CAcreateserial -days 825 \
        -extfile "$1.ext" -out "$1.pem"
    rm "$1.csr" "$1.ext"
}
sign database database DNS:database
case $host in
    *[!0-9.]*) sign proxy "$host" "DNS:$host" ;;
    *) sign proxy "$host" "IP:$host" ;;
esac
# The database takes its key only where nobody else can read it: 999 is who runs it in its image.
chmod 600 ./*.key
chown 999:999 database.key 2> /dev/null || true
chmod 644 ./*.pem
