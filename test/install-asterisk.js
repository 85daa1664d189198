/**
 * Asterisk for the tests: the one that is installed, or one of Debian's unstable suite in a folder of its own. That one
 * runs with its own C library, so that it needs neither root nor chroot.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const LOADERS = { arm64: 'ld-linux-aarch64.so.1', x64: 'ld-linux-x86-64.so.2' }
const TRIPLETS = { arm64: 'aarch64-linux-gnu', x64: 'x86_64-linux-gnu' }
const APT_SOURCES = '/etc/apt/sources.list.d'

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'switchboard-tests')
const privateRoot = join(cache, 'asterisk')

/** How to start it, its folders, and that of its English sounds; undefined if there is none. */
export function findAsterisk() {
  const system = ['/usr/sbin/asterisk', '/usr/local/sbin/asterisk'].find((path) => existsSync(path))
  if (system)
    return { command: [system], directories: {}, sounds: englishSounds('/usr/share/asterisk/sounds') }
  const libraries = join(privateRoot, 'usr/lib', TRIPLETS[process.arch] ?? 'none')
  const program = join(privateRoot, 'usr/sbin/asterisk')
  if (!existsSync(program)) return undefined
  return {
    command: [join(libraries, LOADERS[process.arch]), '--library-path', libraries, program],
    directories: {
      astmoddir: join(libraries, 'asterisk/modules'),
      astdatadir: join(privateRoot, 'usr/share/asterisk'),
    },
    sounds: englishSounds(join(privateRoot, 'usr/share/asterisk/sounds')),
  }
}

/** Debian's packages of sounds have the name of the speaker, and link the language when they are configured. */
function englishSounds(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const name = names.find((one) => one === 'en') ?? names.find((one) => one.startsWith('en_'))
  return name === undefined ? undefined : join(folder, name)
}

/** Unpacks the packages without running their scripts: half a minute, 300 MB. Does nothing where it cannot. */
export function installAsterisk() {
  const mirror = debianMirror()
  if (!mirror || !TRIPLETS[process.arch]) return
  mkdirSync(cache, { recursive: true })
  const folder = join(cache, `asterisk.${process.pid}`)
  const args = [
    '--variant=extract',
    '--aptopt=Acquire::Check-Valid-Until "false"',
    '--aptopt=APT::Install-Recommends "false"',
    '--include=asterisk,asterisk-modules,asterisk-core-sounds-en-gsm',
    'sid',
    folder,
    `deb ${mirror} sid main`,
  ]
  console.log('unpacking Asterisk')
  const { status } = spawnSync('mmdebstrap', args, { stdio: 'ignore', timeout: 240_000 })
  try {
    if (status === 0) renameSync(folder, privateRoot)
  } catch {
    // Another process was faster.
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where this machine gets its packages. */
function debianMirror() {
  if (!existsSync(APT_SOURCES)) return undefined
  for (const name of readdirSync(APT_SOURCES).filter((one) => one.endsWith('.sources'))) {
    const text = readFileSync(join(APT_SOURCES, name), 'utf8')
    const uri = /^URIs:\s*(\S+\/debian)\/?\s*$/m.exec(text)?.[1]
    if (uri) return uri
  }
  return undefined
}
