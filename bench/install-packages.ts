import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { isRoot } from './peers/run-program.ts'

const POLICY = '/usr/sbin/policy-rc.d'

/** What is measured against or with, from Debian; installed when that is allowed. */
export function installPackages(packages: readonly string[]): void {
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  const command = `apt-get install --no-install-recommends ${missing.join(' ')}`
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) throw new Error(`Something is missing: run '${command}'.`)
  const isOurs = !existsSync(POLICY)
  // Installing them must not start a service: we start them ourselves.
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const install = ['install', '-y', '-q', '--no-install-recommends', ...missing]
    if (!apt(install)) {
      apt(['update', '-q'])
      if (!apt(install)) throw new Error(`'${command}' failed.`)
    }
  } finally {
    if (isOurs) rmSync(POLICY, { force: true })
  }
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-s', name], { encoding: 'utf8' })
  return /^Status: .* installed$/m.test(stdout)
}

function apt(args: readonly string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  return spawnSync('apt-get', args, { stdio: [...stdio], env: environment, timeout: 300_000 }).status === 0
}
