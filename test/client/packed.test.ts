import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, clientFolder } from '../harness/build-client.ts'
import { root } from '../harness/build-switchboard.ts'

const project = mkdtempSync(join(tmpdir(), 'switchboard-packed-'))
const run = (program: string, args: string[], cwd = project) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe' })

beforeAll(async () => {
  await buildClient()
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], clientFolder)
  const installed = join(project, 'node_modules/@switchboard/client')
  mkdirSync(installed, { recursive: true })
  const [archive] = readdirSync(project).filter((name) => name.endsWith('.tgz'))
  run('tar', ['-xzf', archive!, '-C', installed, '--strip-components=1'])
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

test('the packed client is imported by its name', () => {
  writeFileSync(
    join(project, 'bot.js'),
    "import { ApiError, connectChat } from '@switchboard/client'\nconsole.log(typeof connectChat, ApiError.name)\n",
  )
  expect(run('node', ['bot.js'])).toBe('function ApiError\n')
})

test('the packed client brings its types', () => {
  writeFileSync(
    join(project, 'bot.ts'),
    [
      "import { connectChat } from '@switchboard/client'",
      "import type { Message } from '@switchboard/client/chat'",
      "import type { Extension } from '@switchboard/client/telephony'",
      "const chat = connectChat({ server: 'http://127.0.0.1', email: 'a@b.example', apiKey: '' })",
      "export const subject = async (): Promise<Message['subject']> =>",
      "  (await chat.call('GET /messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages[0]!.subject",
      'export const pbx = (extension: Extension): string => extension.pbx',
    ].join('\n'),
  )
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', '']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(run('node', [tsc, ...options, 'bot.ts'])).toBe('')
})
