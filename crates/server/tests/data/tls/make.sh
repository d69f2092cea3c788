#!/bin/sh
# Makes the certificates of this folder: an authority, whose key is thrown away, and three servers with one key.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj "/CN=Mohreh test authority" \
    -addext keyUsage=critical,keyCertSign -keyout "$work/ca.key" -out ca.pem
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem
cat > "$work/ca.cnf" <<END
[ca]
default_ca = authority
[authority]
database = $work/index
serial = $work/serial
new_certs_dir = $work
default_md = sha256
policy = policy
[policy]
commonName = supplied
END
touch "$work/index"
echo 01 > "$work/serial"

# certificate NAME SUBJECT-ALT-NAME FROM TO
certificate() {
    printf 'subjectAltName=%s\nbasicConstraints=CA:FALSE\n' "$2" > "$work/leaf.cnf"
    openssl req -new -key key.pem -subj "/CN=$1" -out "$work/leaf.csr"
    openssl ca -batch -notext -config "$work/ca.cnf" -cert ca.pem -keyfile "$work/ca.key" -extfile "$work/leaf.cnf" \
        -startdate "$3" -enddate "$4" -in "$work/leaf.csr" -out "$1.pem"
}
certificate local DNS:localhost,IP:127.0.0.1 20260101000000Z 21260101000000Z
certificate expired DNS:localhost,IP:127.0.0.1 20200101000000Z 20210101000000Z
certificate other DNS:mohreh.example 20260101000000Z 21260101000000Z
