/** What the tests use of Debian, and how to get it. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findAsterisk, installAsterisk } from './install-asterisk.js'

/** Either will do. Without its windows, tabs and menus the browser takes half the work. */
export const browsers = ['chromium-headless-shell', 'chromium']

/** A program, the packages that bring it, and the suite that is skipped without it, or what else would do. */
const wanted = [
  {
    program: 'asterisk',
    packages: ['mmdebstrap'],
    suite: 'the PBX with phones and calls (test/telephony/asterisk)',
    advice: 'install Asterisk 20 or newer, or mmdebstrap, with which the tests fetch it from Debian',
  },
  { program: 'sipp', packages: ['sip-tester'], suite: 'registrations of phones (test/telephony/asterisk)' },
  { program: 'baresip', packages: ['baresip-core'], suite: 'calls between phones (test/telephony/asterisk)' },
  { program: 'espeak-ng', packages: ['espeak-ng'], suite: 'spoken prompts (test/telephony/asterisk)' },
  {
    program: 'linphonec',
    packages: ['linphone-cli'],
    suite: 'a phone that sets itself up (test/telephony/asterisk)',
  },
  {
    program: browsers[0],
    otherwise: browsers[1],
    packages: [...browsers, 'fonts-noto-color-emoji'],
    suite: 'the web app in a browser (test/web)',
  },
  { program: 'gs', packages: ['ghostscript'], suite: 'faxes and previews (test/contract/telephony)' },
  { program: 'tiffinfo', packages: ['libtiff-tools'], suite: 'faxes (test/contract/telephony)' },
  { program: 'age', packages: ['age'], suite: 'encrypted backups (test/journeys)' },
  {
    program: 'pg_dump',
    packages: ['postgresql'],
    suite: 'backups of PostgreSQL (test/journeys, test/faults)',
  },
  { program: 'redis-server', packages: ['redis-server'], suite: 'several nodes (test/nodes, test/faults)' },
  {
    program: 'slapd',
    packages: ['slapd', 'ldap-utils'],
    suite: 'LDAP directories (test/contract/directories)',
  },
  { program: 'pgbouncer', packages: ['pgbouncer'], suite: 'a connection pooler (test/deploy)' },
  { program: 'promtool', packages: ['prometheus'], suite: 'the alert rules (test/deploy)' },
  { program: 'caddy', packages: ['caddy'], suite: 'the installer with Caddy (test/deploy)' },
  { program: 'shellcheck', packages: ['shellcheck'], suite: 'the installer (test/deploy)' },
  { program: 'nginx', packages: ['nginx'], suite: 'the balancers (test/deploy)' },
  { program: 'haproxy', packages: ['haproxy'], suite: 'the balancers (test/deploy)' },
  {
    program: 'gcc',
    packages: ['gcc', 'libc6-dev'],
    suite: 'a slow disk and a clock that jumps (test/faults)',
  },
]

/** Installs what is missing when it may (as root, where apt-get is), and names what will be skipped. */
export function installDebianPackages() {
  const missing = wanted.filter(({ program }) => !isInstalled(program))
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && isInstalled('apt-get')) install(missing.flatMap(({ packages }) => packages))
  if (!isInstalled('asterisk')) installAsterisk()
  for (const program of missingPrograms()) {
    const { suite } = wanted.find((one) => one.program === program)
    console.log(`skipped without ${program}: ${suite}. To run it: ${adviceFor(program)}`)
  }
}

/** The programs that the tests want and that are not there. */
export const missingPrograms = () =>
  wanted
    .filter(({ program, otherwise }) => !isInstalled(program) && !(otherwise && isInstalled(otherwise)))
    .map(({ program }) => program)

export function isInstalled(program) {
  if (program === 'asterisk') return findAsterisk() !== undefined
  return findProgram(program) !== undefined
}

/** A package that was removed may still have a status. */
export function arePackagesInstalled(packages) {
  const { stdout } = spawnSync('dpkg', ['--status', ...packages], { encoding: 'utf8' })
  return (stdout ?? '').match(/^Status: install ok installed$/gm)?.length === packages.length
}

/** Servers are often outside the PATH of ordinary accounts. */
export function findProgram(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

/** How to get a program. */
export function adviceFor(program) {
  const found = wanted.find((one) => one.program === program)
  return found?.advice ?? `apt-get install ${(found?.packages ?? [program]).join(' ')}`
}

function install(packages) {
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  // The programs are for the tests to start: installing them must not start a service.
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        timeout: 240_000,
      }).status === 0
    console.log(`installing ${packages.join(' ')}`)
    const args = ['install', '-y', '-q', '--no-install-recommends', ...packages]
    if (!apt(...args)) {
      apt('update', '-q')
      apt(...args)
    }
  } finally {
    if (ours) rmSync(policy, { force: true })
  }
}
