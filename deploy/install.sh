#!/bin/sh
# Installs Switchboard on one machine with Debian or Ubuntu and systemd, behind nginx or Caddy with TLS.
# Run it as root in the folder of an unpacked release archive; run it again to upgrade. See "Installation" in
# docs/operations.md.
set -eu

usage() {
    cat <<'END'
Usage: deploy/install.sh --domain chat.example.com [--proxy caddy | nginx | none] [--certificate FILE --key FILE]
                         [--port 9991] [--dry-run]
       deploy/install.sh --uninstall [--dry-run]

  --domain       the name at which people reach the server
  --proxy        caddy (default) fetches a certificate of Let's Encrypt; nginx needs --certificate and --key;
                 none: you have a proxy
  --port         where the server listens on this machine (9991), at the first installation
  --dry-run      prints what would be done, and does nothing
  --uninstall    removes the service and the program; settings and data stay
END
}

PROGRAM=/opt/switchboard
DATA=/var/lib/switchboard
SETTINGS=/etc/switchboard/switchboard.env
UNIT=/etc/systemd/system/switchboard.service
BACKUPS=/var/backups/switchboard
BACKUP_UNITS='switchboard-backup.service switchboard-backup.timer'
NGINX=/etc/nginx/sites-available/switchboard
NGINX_LINK=/etc/nginx/sites-enabled/switchboard
CADDY=/etc/caddy/switchboard.caddy
CADDYFILE=/etc/caddy/Caddyfile
CADDY_IMPORT='import /etc/caddy/switchboard.caddy'

domain='' proxy=caddy certificate='' key='' port=9991 dry='' uninstall=''

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

say() { echo "==> $1"; }

# Does something, or only says so.
run() {
    if [ -n "$dry" ]; then echo "would run: $*"; else "$@"; fi
}

# Writes standard input to a file with a mode, if it is another text.
write() {
    target=$1 mode=$2
    text=$(cat)
    if [ -e "$target" ] && [ "$(cat "$target")" = "$text" ]; then return; fi
    if [ -n "$dry" ]; then
        echo "would write: $target"
        return
    fi
    install -d -m 755 "$(dirname "$target")"
    (umask 077 && printf '%s\n' "$text" > "$target.new")
    chmod "$mode" "$target.new"
    mv "$target.new" "$target"
}

while [ $# -gt 0 ]; do
    case $1 in
        --domain | --proxy | --certificate | --key | --port)
            [ $# -gt 1 ] || fail "$1 needs a value"
            case $1 in
                --domain) domain=$2 ;;
                --proxy) proxy=$2 ;;
                --certificate) certificate=$2 ;;
                --key) key=$2 ;;
                --port) port=$2 ;;
            esac
            shift
            ;;
        --dry-run) dry=yes ;;
        --uninstall) uninstall=yes ;;
        --help | -h) usage && exit ;;
        *) usage >&2 && fail "unknown argument $1" ;;
    esac
    shift
done

[ -n "$dry" ] || [ "$(id -u)" = 0 ] || fail 'run it as root'

if [ -n "$uninstall" ]; then
    say 'Removing the service and the program'
    if [ -e "$UNIT" ]; then run systemctl disable --now switchboard; fi
    for unit in $BACKUP_UNITS; do
        if [ -e "/etc/systemd/system/$unit" ]; then
            run systemctl disable --now "$unit"
            run rm -f "/etc/systemd/system/$unit"
        fi
    done
    run rm -rf "$UNIT" "$PROGRAM" "$PROGRAM.old" /usr/local/bin/switchboard
    if [ -e "$NGINX_LINK" ] || [ -e "$NGINX" ]; then
        run rm -f "$NGINX_LINK" "$NGINX"
        run systemctl reload nginx
    fi
    if [ -e "$CADDY" ]; then
        run rm -f "$CADDY"
        run sed -i "\\|^$CADDY_IMPORT\$|d" "$CADDYFILE"
        run systemctl reload caddy
    fi
    run systemctl daemon-reload
    say "Your data is still in $DATA, the settings with the secret key in $SETTINGS, backups in $BACKUPS"
    exit
fi

# Everything that can be wrong, before anything is changed.
source=$(cd "$(dirname "$0")/.." && pwd)
printf %s "$domain" | grep -Eqx '([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}' || fail '--domain must be a name such as chat.example.com'
printf %s "$port" | grep -Eqx '[1-9][0-9]{1,4}' || fail '--port must be a number'
case $proxy in
    caddy | none) [ -z "$certificate$key" ] || fail '--certificate and --key are for --proxy nginx' ;;
    nginx)
        if [ ! -r "$certificate" ] || [ ! -r "$key" ]; then fail '--proxy nginx needs --certificate FILE and --key FILE'; fi
        ;;
    *) fail '--proxy must be caddy, nginx or none' ;;
esac
if [ ! -e "$source/dist/bundle/main.js" ] || [ ! -e "$source/package-lock.json" ]; then
    fail "$source is no unpacked release archive: it has no dist/bundle/main.js"
fi
[ "$source" != "$PROGRAM" ] || fail "unpack the archive in another folder than $PROGRAM"
command -v apt-get > /dev/null || fail 'this is not Debian or Ubuntu: follow docs/operations.md by hand'
command -v systemctl > /dev/null || fail 'there is no systemd: follow docs/operations.md by hand'
[ -x /usr/bin/node ] || fail 'there is no /usr/bin/node: install Node.js 20.19 or newer first'
/usr/bin/node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 20 || (+a === 20 && +b >= 19) ? 0 : 1)' ||
    fail "Node.js $(/usr/bin/node --version) is too old: install 20.19 or newer"
command -v npm > /dev/null || fail 'there is no npm'

say 'Packages'
packages='curl openssl ghostscript libtiff-tools espeak-ng'
[ "$proxy" = none ] || packages="$packages $proxy"
missing=''
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q 'ok installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
    # shellcheck disable=SC2086
    run env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
fi

say 'The account and its folders'
id switchboard > /dev/null 2>&1 ||
    run useradd --system --home-dir "$DATA" --shell /usr/sbin/nologin switchboard
run install -d -m 700 -o switchboard -g switchboard "$DATA" "$BACKUPS"

say "The program in $PROGRAM"
run rm -rf "$PROGRAM.new"
run mkdir "$PROGRAM.new"
run cp -R "$source/." "$PROGRAM.new/"
run npm ci --omit=dev --no-audit --no-fund --prefer-offline --prefix "$PROGRAM.new"
# The way back from an upgrade: the new version changes the data.
backup=''
used=$(sed -n 's/^DATA_DIR=//p' "$SETTINGS" 2> /dev/null | tr -d '"' | tail -n 1)
if [ -e "$UNIT" ] && [ -e "${used:-$DATA}/chat.db" ]; then
    backup="$BACKUPS/before-upgrade-$(date +%F-%H%M%S)"
    say "A backup in $backup"
    run switchboard backup "$backup"
elif [ -e "$UNIT" ]; then
    say 'No backup: on PostgreSQL make one before an upgrade, see "Backup and restore" in docs/operations.md'
fi
if [ -e "$UNIT" ]; then run systemctl stop switchboard; fi
# The former program stays until the new one is healthy. After an upgrade that failed, it is the one before that.
if [ -e "$PROGRAM.old" ]; then
    run rm -rf "$PROGRAM"
elif [ -e "$PROGRAM" ]; then
    run mv "$PROGRAM" "$PROGRAM.old"
fi
run mv "$PROGRAM.new" "$PROGRAM"
run install -m 755 "$source/deploy/switchboard" /usr/local/bin/switchboard

say "The settings in $SETTINGS"
# Settings that exist stay as they are: the secret key must never change.
if [ ! -e "$SETTINGS" ]; then
    secret=$(openssl rand -hex 32 2> /dev/null || true)
    [ -n "$dry$secret" ] || fail 'openssl made no secret key'
    write "$SETTINGS" 600 <<END
PORT=$port
PUBLIC_URL=https://$domain
SECRET_KEY=$secret
TRUSTED_PROXIES=127.0.0.1
END
elif [ -r "$SETTINGS" ]; then
    port=$(sed -n 's/^PORT=//p' "$SETTINGS" | tail -n 1)
    port=${port:-9991}
fi

say 'The service'
write "$UNIT" 644 < "$source/deploy/switchboard.service"
for unit in $BACKUP_UNITS; do
    write "/etc/systemd/system/$unit" 644 < "$source/deploy/$unit"
done
run systemctl daemon-reload
run systemctl enable --now switchboard
run systemctl enable --now switchboard-backup.timer

case $proxy in
    nginx)
        say 'nginx'
        write "$NGINX" 644 <<END
# Written by deploy/install.sh.
map \$http_upgrade \$switchboard_connection {
    default upgrade;
    ''      '';
}
upstream switchboard {
    server 127.0.0.1:$port;
    keepalive 64;
}
server {
    listen 80;
    server_name $domain *.$domain;
    return 301 https://\$host\$request_uri;
}
server {
    listen 443 ssl http2;
    server_name $domain *.$domain;
    ssl_certificate     $certificate;
    ssl_certificate_key $key;
    ssl_protocols TLSv1.2 TLSv1.3;
    # Paths and queries may have tokens.
    access_log off;
    error_log /var/log/nginx/error.log crit;
    client_max_body_size 64m;
    large_client_header_buffers 4 16k;
    proxy_http_version 1.1;
    proxy_set_header Host \$http_host;
    proxy_set_header X-Forwarded-Host "";
    proxy_set_header Forwarded "";
    proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto \$scheme;
    # What the client claims for itself must not get through.
    proxy_set_header X-Request-Id \$request_id;
    proxy_set_header Traceparent "";
    proxy_set_header Tracestate "";
    proxy_set_header Upgrade \$http_upgrade;
    proxy_set_header Connection \$switchboard_connection;
    # Longer than HEARTBEAT_SECONDS.
    proxy_read_timeout 90s;
    location / { proxy_pass http://switchboard; }
    location = /api/v1/events/stream {
        proxy_pass http://switchboard;
        proxy_buffering off;
        gzip off;
    }
    location = /metrics { return 404; }
}
END
        run ln -sfn "$NGINX" "$NGINX_LINK"
        run nginx -t -q
        run systemctl enable --now nginx
        run systemctl reload nginx
        ;;
    caddy)
        say 'Caddy'
        write "$CADDY" 644 <<END
# Written by deploy/install.sh. Caddy fetches and renews the certificate.
$domain {
    respond /metrics 404
    request_body {
        max_size 64MB
    }
    reverse_proxy 127.0.0.1:$port {
        flush_interval -1
        # What the client claims for itself must not get through.
        header_up -X-Forwarded-Host
        header_up -Forwarded
        header_up X-Request-Id {http.request.uuid}
        header_up -Traceparent
        header_up -Tracestate
    }
}
END
        if ! grep -qxF "$CADDY_IMPORT" "$CADDYFILE" 2> /dev/null; then
            if [ -n "$dry" ]; then echo "would add to $CADDYFILE: $CADDY_IMPORT"; else echo "$CADDY_IMPORT" >> "$CADDYFILE"; fi
        fi
        run caddy validate --config "$CADDYFILE" --adapter caddyfile
        run systemctl enable --now caddy
        run systemctl reload caddy
        ;;
esac

if [ -z "$dry" ]; then
    say 'Waiting for the server'
    tries=0
    until curl -fsS "http://127.0.0.1:$port/health" > /dev/null 2>&1; do
        tries=$((tries + 1))
        if [ "$tries" -ge 120 ]; then
            if [ -e "$PROGRAM.old" ]; then
                say "The former program is in $PROGRAM.old${backup:+, the data before the upgrade in $backup}: see \"Upgrades\" in docs/operations.md"
            fi
            fail 'the server does not answer: journalctl -u switchboard says why'
        fi
        sleep 1
    done
    rm -rf "$PROGRAM.old"
fi
cat <<END

Switchboard is at https://$domain. Make the first organization and its owner:

  switchboard create-organization "Acme"
  switchboard create-user ada@$domain "Ada Lovelace" --role administrator

The second command prints a link with which she sets her password. Keep a copy of $SETTINGS in another place:
without its SECRET_KEY, a backup has lost its secrets.
END
