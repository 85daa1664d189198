import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInstalled } from '../debian-packages.js'
import { root } from '../harness/build-switchboard.ts'
import { type CleanMachine, makeCleanMachine } from '../harness/deploy/clean-machine.ts'
import { unpackRelease, whyUnreachable } from '../harness/deploy/unpack-release.ts'
import { freePort } from '../harness/free-port.ts'
import { runProgram } from '../harness/run-program.ts'

/** The build, and downloads by npm. */
const MINUTES = 900_000
const installer = join(root, 'deploy/install.sh')

describe('deploy/install.sh', { timeout: MINUTES }, () => {
  let folder: string
  let machine: CleanMachine | string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'switchboard-install-'))
    machine = await makeCleanMachine()
  }, MINUTES)
  afterAll(() => {
    if (typeof machine !== 'string') machine.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it.skipIf(!isInstalled('shellcheck'))('has nothing that shellcheck complains about', () => {
    expect(execFileSync('shellcheck', [installer]).toString()).toBe('')
  })

  it.each([
    [['--domain', 'no name'], '--domain must be a name'],
    [['--domain', 'chat.example.com; rm -rf /'], '--domain must be a name'],
    [['--domain', 'chat.example.com', '--proxy', 'apache'], '--proxy must be'],
    [['--domain', 'chat.example.com', '--proxy', 'nginx'], 'needs --certificate'],
    [['--domain', 'chat.example.com', '--port', 'x'], '--port must be a number'],
    [['--nonsense'], 'unknown argument'],
    [['--domain'], 'needs a value'],
  ])('%j is refused before anything is done', async (args, message) => {
    const { status, stdout, stderr } = await runProgram('sh', [installer, '--dry-run', ...args])
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)])
  })

  it('installs on a clean machine with nginx or Caddy and TLS, backs up before an upgrade, and leaves the data when it goes', async ({
    skip,
  }) => {
    if (typeof machine === 'string') return skip(`deploy/install.sh: ${machine}`)
    for (const proxy of ['nginx', 'caddy'])
      if (!isInstalled(proxy)) return skip(`deploy/install.sh: ${proxy} is not installed`)
    cpSync(await unpackRelease(folder), join(machine.home, 'release'), { recursive: true })
    const [port, proxyPort, caddyPort] = [await freePort(), await freePort(), await freePort()]
    const install = `release/deploy/install.sh --domain chat.example.com --port ${port} --proxy nginx --certificate $PWD/c.pem --key $PWD/k.pem`
    const { status, stdout, stderr } = await machine.run(
      [
        // The packages of this machine are enough; nothing is fetched but those of npm.
        `printf '#!/bin/sh\\necho apt-get "$@"\\n' > /usr/local/sbin/apt-get; chmod 755 /usr/local/sbin/apt-get`,
        `test -e /usr/bin/node || ln -s ${process.execPath} /usr/bin/node`,
        'openssl req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 1 -subj /CN=chat.example.com 2> /dev/null',
        `${install} --dry-run`,
        'test ! -e /opt/switchboard && test ! -e /etc/switchboard && ! id switchboard 2> /dev/null',
        'echo "--- first"',
        install,
        'stat -c "%a %U %n" /etc/switchboard/switchboard.env /var/lib/switchboard /var/lib/switchboard/chat.db',
        'sha256sum /etc/switchboard/switchboard.env > before',
        'switchboard create-organization "Acme"',
        'switchboard create-user ada@acme.example "Ada Lovelace" --role administrator',
        // Its own ports are those of this machine.
        `sed -e 's/listen 80;/listen 127.0.0.1:${await freePort()};/' -e 's/listen 443/listen 127.0.0.1:${proxyPort}/' -i /etc/nginx/sites-available/switchboard`,
        'rm -f /etc/nginx/sites-enabled/default; mkdir -p /var/log/nginx /run; nginx',
        `curl -fsS --cacert c.pem --resolve chat.example.com:${proxyPort}:127.0.0.1 https://chat.example.com:${proxyPort}/health`,
        `test "$(curl -s -o /dev/null -w '%{http_code}' -k --resolve chat.example.com:${proxyPort}:127.0.0.1 https://chat.example.com:${proxyPort}/metrics)" = 404`,
        'nginx -s stop',
        'echo "--- second"',
        install,
        'sha256sum --check before',
        'switchboard list-users',
        'test ! -e /opt/switchboard.old',
        'switchboard backup --verify /var/backups/switchboard/before-upgrade-*',
        'echo "--- caddy"',
        `release/deploy/install.sh --domain chat.example.com --proxy caddy`,
        // A certificate of its own authority, at a port that is free.
        `sed -e 's/^chat.example.com {/chat.example.com:${caddyPort} {\\n    tls internal/' -i /etc/caddy/switchboard.caddy`,
        `printf '{\\n    admin off\\n    skip_install_trust\\n    auto_https disable_redirects\\n}\\nimport /etc/caddy/switchboard.caddy\\n' > Caddyfile`,
        'caddy run --config Caddyfile --adapter caddyfile > caddy.log 2>&1 & caddy=$!',
        `throughCaddy() { curl -sk --retry 30 --retry-delay 1 --retry-connrefused --resolve chat.example.com:${caddyPort}:127.0.0.1 "https://chat.example.com:${caddyPort}$1" -o /dev/null -D - -H 'X-Request-Id: chosen-by-the-client' | tr -d '\\r' | grep -i -e '^HTTP' -e '^x-request-id'; }`,
        'throughCaddy /health; throughCaddy /metrics',
        'kill $caddy',
        'echo "--- uninstall"',
        'release/deploy/install.sh --uninstall',
        'test ! -e /opt/switchboard && test ! -e /etc/systemd/system/switchboard.service && test ! -e /etc/nginx/sites-enabled/switchboard',
        'test -s /var/lib/switchboard/chat.db && sha256sum --check before',
        'echo "the end"',
      ].join('\n'),
    )
    const reason = status === 0 ? undefined : whyUnreachable(stderr)
    if (reason !== undefined) return skip(`deploy/install.sh: ${reason}`)
    expect([status, stderr, stdout]).toEqual([0, expect.any(String), expect.stringMatching(/the end\n$/)])
    const [dry, first, second, caddy] = stdout.split(/--- \w+\n/)
    expect(dry).toContain('would run: useradd')
    expect(first).toContain(
      '600 root /etc/switchboard/switchboard.env\n700 switchboard /var/lib/switchboard\n',
    )
    expect(first).toContain('Switchboard is at https://chat.example.com.')
    expect(first).toContain('"status":"ok"')
    expect(second).toContain('ada@acme.example')
    expect(second).toContain('is whole')
    const statuses = [...caddy!.matchAll(/^HTTP\/\S+ (\d+)/gm)].map(([, code]) => code)
    expect(statuses).toEqual(['200', '404'])
    expect(caddy).toMatch(/^x-request-id: [0-9a-f-]{36}$/im)
  })
})
