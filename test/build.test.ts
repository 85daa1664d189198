import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSwitchboard, root } from './harness/build-switchboard.ts'
import { buildWeb } from './harness/web/build-web.ts'

const parts = [
  'src',
  'web',
  'packages/client/src',
  'packages/client/package.json',
  'bin',
  'dist',
  'build.js',
  'bundle.js',
]
const settings = ['tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json']
const copy = mkdtempSync(join(tmpdir(), 'switchboard-build-'))

beforeAll(async () => {
  await buildSwitchboard()
  await buildWeb()
  for (const part of [...parts, ...settings]) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const run = (...args: string[]) => {
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  return { stdout, status }
}
const change = (path: string, from: string, to: string) => {
  const file = join(copy, path)
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

test('a start builds nothing when no source has changed, and only the server when one of its sources has', () => {
  expect(run('build.js')).toEqual({ stdout: '', status: 0 })
  change('src/main.ts', 'switchboard $', 'changed $')
  expect(run('build.js')).toEqual({ stdout: 'Building the server\n', status: 0 })
  expect(run('bin/switchboard.js', 'version').stdout).toMatch(/^changed /)
  expect(run('build.js')).toEqual({ stdout: '', status: 0 })
}, 120_000)

test('every input of a step makes that step stale, and a test makes none', () => {
  const staleAfter = (path: string) => {
    const before = readFileSync(join(copy, path))
    appendFileSync(join(copy, path), '\n')
    const { stdout } = run('build.js', '--stale')
    writeFileSync(join(copy, path), before)
    return stdout
  }
  expect(staleAfter('src/config/read-pbx-settings.test.ts')).toBe('')
  expect(staleAfter('src/main.ts')).toBe('server\n')
  expect(staleAfter('web/index.html')).toBe('web\n')
  expect(staleAfter('packages/client/src/send-request.ts')).toBe('web\n')
  expect(staleAfter('package-lock.json')).toBe('server\nweb\n')
  rmSync(join(copy, 'dist/web/index.html'))
  expect(run('build.js', '--stale').stdout).toBe('web\n')
})

test('a build that failed is stale', () => {
  change('src/main.ts', 'Promise<number> {', 'Promise<string> {')
  expect(run('build.js', 'server')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('src/main.ts'),
  })
  change('src/main.ts', 'Promise<string> {', 'Promise<number> {')
  expect(run('build.js', '--stale', 'server').stdout).toBe('server\n')
}, 120_000)
