import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Ended } from '../run-program.ts'
import type { ContainerHost } from './container-host.ts'

const official = {
  node: 'docker.io/library/node:20-bookworm-slim',
  postgres: 'docker.io/library/postgres:17',
  redis: 'docker.io/library/redis:7',
}
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/**
 * The official images, which the files of deploy/ name. Where their registry cannot be reached, images from packages of
 * Debian take their names. Answers with a reason, in words, where neither can be had.
 */
export async function provideImages(host: ContainerHost): Promise<string | undefined> {
  const pulls = Object.values(official).map((image) => `timeout 120 podman pull -q ${image}`)
  if ((await host.run(pulls.join(' && '))).status === 0) return undefined
  const packages = 'ca-certificates,postgresql,redis-server,ghostscript,libtiff-tools'
  const made = await host.run(`mmdebstrap --variant=minbase --include=${packages} bookworm root.tar`)
  if (made.status !== 0) {
    return `neither the official images nor Debian's packages can be fetched: ${lastLine(made.stderr)}`
  }
  check(await host.run('podman import -q root.tar localhost/debian && rm root.tar'))
  const tried = await host.run('podman run --rm localhost/debian true')
  if (tried.status !== 0) return `podman cannot run containers here: ${lastLine(tried.stderr)}`
  await build(host, official.node, 'localhost/debian', 'node', (folder) => {
    copyFileSync(process.execPath, join(folder, 'node'))
    // node_modules/npm/bin/npm-cli.js
    const npm = dirname(dirname(realpathSync(join(dirname(process.execPath), 'npm'))))
    cpSync(npm, join(folder, 'npm'), { recursive: true })
    if (existsSync(certificates)) copyFileSync(certificates, join(folder, 'certificates'))
    else writeFileSync(join(folder, 'certificates'), '')
    return [
      'COPY node /usr/bin/node',
      'COPY npm /usr/lib/node_modules/npm',
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm',
      // A machine may reach the registry of npm through a proxy that it trusts.
      `COPY certificates ${certificates}`,
      `ENV NODE_EXTRA_CA_CERTS=${certificates}`,
    ]
  })
  await build(host, official.postgres, 'localhost/debian', 'postgres', (folder) => {
    copyFileSync(join(import.meta.dirname, 'postgres-entrypoint.sh'), join(folder, 'entrypoint'))
    return ['COPY --chmod=755 entrypoint /entrypoint', 'ENTRYPOINT ["/entrypoint"]']
  })
  check(await host.run(`podman tag localhost/debian ${official.redis}`))
  return undefined
}

async function build(
  host: ContainerHost,
  image: string,
  base: string,
  name: string,
  fill: (folder: string) => string[],
): Promise<void> {
  const folder = join(host.folder, name)
  mkdirSync(folder)
  const steps = fill(folder)
  writeFileSync(join(folder, 'Containerfile'), `${[`FROM ${base}`, ...steps].join('\n')}\n`)
  check(await host.run(`podman build -q -t ${image} ${name}`))
}

function check({ status, stdout, stderr }: Ended): void {
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''
