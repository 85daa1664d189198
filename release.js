/**
 * `npm run release [FOLDER]` writes `switchboard-VERSION.tar.gz`: the built program with what it needs to be installed
 * by `npm ci --omit=dev` and run. Nothing in it needs a compiler or the sources.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = import.meta.dirname
const parts = ['bin', 'dist/bundle', 'dist/web', 'deploy', 'docs', 'README.md', 'CHANGELOG.md', 'SECURITY.md']

const [folder = '.'] = process.argv.slice(2)
const { devDependencies, workspaces, scripts, files, imports, ...description } = readJson('package.json')
const name = `switchboard-${description.version}`
const target = resolve(folder, `${name}.tar.gz`)
const staging = mkdtempSync(join(tmpdir(), 'switchboard-release-'))
try {
  const made = join(staging, name)
  for (const part of parts) cpSync(join(root, part), join(made, part), { recursive: true })
  const serve = scripts.serve.replace('node build.js && ', '')
  writeJson(join(made, 'package.json'), { ...description, scripts: { serve } })
  writeJson(join(made, 'package-lock.json'), withoutDevelopment(readJson('package-lock.json')))
  mkdirSync(resolve(folder), { recursive: true })
  const sameForAll = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w']
  execFileSync('tar', ['-czf', target, ...sameForAll, '-C', staging, name])
  console.log(target)
} finally {
  rmSync(staging, { recursive: true, force: true })
}

/** npm refuses a lock file that does not fit its package.json. */
function withoutDevelopment({ packages, ...lock }) {
  const { devDependencies: _, workspaces: __, ...own } = packages['']
  const kept = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  )
  return { ...lock, packages: { '': own, ...Object.fromEntries(kept) } }
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
