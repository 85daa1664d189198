#!/bin/bash
# Stands in for systemd where there is none: starts and stops the ExecStart of a unit, with its settings, folder and account.
set -euo pipefail
RUN=/run/units
mkdir -p "$RUN"

value() { sed -n "s/^$1=//p" "$2"; }

start() {
  local name=$1 instance='' file
  case $name in *@*) instance=${name#*@}; file=/etc/systemd/system/${name%%@*}@.service ;; *) file=/etc/systemd/system/$name.service ;; esac
  local unit; unit=$(mktemp)
  sed "s/%i/$instance/g" "$file" > "$unit"
  local user; user=$(value User "$unit")
  install -d -m "$(value StateDirectoryMode "$unit")" -o "$user" -g "$user" "/var/lib/$(value StateDirectory "$unit")"
  (
    while read -r line; do [ -z "$line" ] || export "${line?}"; done < <(value Environment "$unit")
    while read -r line; do case $line in ''|'#'*) ;; *) export "${line?}" ;; esac; done < "$(value EnvironmentFile "$unit")"
    # shellcheck disable=SC2046
    exec setpriv --reuid "$user" --regid "$user" --init-groups $(value ExecStart "$unit")
  ) < /dev/null >> "/var/log/$name.log" 2>&1 &
  echo $! > "$RUN/$name"
}

stop() {
  for pidfile in $RUN/$1; do
    [ -e "$pidfile" ] || continue
    local pid; pid=$(cat "$pidfile")
    kill -TERM "$pid" 2> /dev/null || true
    while kill -0 "$pid" 2> /dev/null && [ "$(cut -d' ' -f3 /proc/$pid/stat 2> /dev/null)" != Z ]; do sleep 0.1; done
    rm "$pidfile"
  done
}

verb=$1
shift
[ "$verb" = daemon-reload ] && exit
[ "${1:-}" = --now ] && shift
for unit in "$@"; do
  # A test starts proxies itself, at ports that are free.
  case $unit in nginx|caddy|switchboard-backup.*) continue ;; esac
  case $verb in
    # What runs stays.
    enable) [ -e "$RUN/$unit" ] || start "$unit" ;;
    start) start "$unit" ;;
    disable|stop) stop "$unit" ;;
    restart) stop "$unit"; start "$unit" ;;
    *) echo "systemctl $verb is not known here" >&2; exit 1 ;;
  esac
done
