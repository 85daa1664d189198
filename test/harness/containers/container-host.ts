import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from '../../debian-packages.js'
import { type Ended, runProgram } from '../run-program.ts'

/** Podman with a storage of its own: what is built and run there is gone afterwards. */
export interface ContainerHost {
  readonly folder: string
  run(command: string, input?: string, cwd?: string): Promise<Ended>
  remove(): void
}

const programs = ['podman', 'podman-compose', 'runc', 'mmdebstrap']

/** Answers with a reason, in words, where containers cannot be run. */
export function openContainerHost(): ContainerHost | string {
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length > 0) {
    const packages = [...missing, 'netavark', 'aardvark-dns'].join(' ')
    return `${missing.join(', ')} not installed (apt-get install ${packages})`
  }
  if (process.getuid?.() !== 0) return 'it needs root'
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-containers-'))
  for (const name of ['run', 'images']) mkdirSync(join(folder, name))
  writeFileSync(
    join(folder, 'storage.conf'),
    `[storage]\ndriver = "overlay"\nrunroot = "${join(folder, 'run')}"\ngraphroot = "${join(folder, 'images')}"\n`,
  )
  writeFileSync(
    join(folder, 'containers.conf'),
    // A container may not raise limits above those of the test itself.
    '[engine]\nruntime = "runc"\n[network]\nnetwork_backend = "netavark"\n' +
      '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=1000:1000"]\n',
  )
  const env = {
    ...process.env,
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    // A build inside a container or a small virtual machine may not make namespaces of its own.
    BUILDAH_ISOLATION: 'chroot',
  }
  return {
    folder,
    run: (command, input = '', cwd = folder) =>
      runProgram('bash', ['-euo', 'pipefail', '-c', command], { env, input, cwd }),
    remove() {
      spawnSync('bash', ['-c', 'podman rm -af -t 0; podman volume prune -f; podman network prune -f'], {
        env,
      })
      // Layers of images are mounted while podman uses them.
      spawnSync('podman', ['unmount', '-a'], { env })
      spawnSync('umount', [join(folder, 'images/overlay')])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
