import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTelephony } from '../../packages/client/src/connect-telephony.ts'
import { ACME_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { isInstalled } from '../debian-packages.js'
import { buildClient, clientFolder } from '../harness/build-client.ts'
import { root } from '../harness/build-switchboard.ts'
import { type ClientServer, startClientServer } from '../harness/client-server.ts'
import { makePdf } from '../harness/documents.ts'
import { readSamples, type Sample } from '../harness/read-samples.ts'

interface Outcome {
  status: number
  code: string
}

const run = promisify(execFile)

/** They would end what the others need, never end, or need something else: a session, a carrier, Ghostscript. */
const notExecuted = [
  'DELETE /api/v1/users/me',
  'POST /api/v1/realm/deactivate',
  'POST /api/v1/users/me/api_key/regenerate',
  'DELETE /api/v1/streams/{stream_id}',
  'GET /api/v1/events/stream',
  'GET /api/v1/sessions/current',
  'DELETE /api/v1/sessions/current',
  'POST /api/v1/users/me/push_subscriptions',
  'POST /carrier/webhook',
  // Only for people with a session.
  'POST /instances/{instance_uuid}/extensions/{extension_id}/softphone',
  ...(isInstalled('gs') ? [] : ['POST /fax/messages']),
]

/** Inside the package, whose name the samples import. */
const folder = join(clientFolder, 'dist/samples')
const hasPython = spawnSync('python3', ['-c', 'import requests']).status === 0

let server: ClientServer
let samples: Sample[]
beforeAll(async () => {
  await buildClient()
  const unlimited = { RATE_LIMIT_PER_MINUTE: '100000', TELEPHONY_RATE_LIMIT_PER_MINUTE: '100000' }
  server = await startClientServer('SQLite', unlimited)
  const pages = await Promise.all(
    ['chat', 'telephony'].map(async (name) => (await fetch(`${server.url}/docs/${name}`)).text()),
  )
  const ada = await server.keyOf('ada@example.com')
  const hookBot = await server.keyOf('hook-bot@example.com')
  const phones = connectTelephony({ server: server.url, apiKey: ACME_KEY, userId: 'primary' })
  const [instance] = await phones.call('GET /instances')
  samples = readSamples(pages.join('')).map(({ call, language, code }) => ({
    call,
    language,
    code: code
      .replaceAll('API_KEY', call.includes('/external/') ? hookBot : ada)
      .replaceAll('INSTANCE_UUID', instance!.uuid),
  }))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notes.txt'), 'Some notes')
  writeFileSync(join(folder, 'document.pdf'), makePdf())
  const create = { width: 64, height: 64, channels: 3, background: 'teal' } as const
  await sharp({ create }).png().toFile(join(folder, 'picture.png'))
})
afterAll(() => server?.stop())

const executed = (language: string) =>
  samples.filter((sample) => sample.language === language && !notExecuted.includes(sample.call))

/** What a request gets that the server does not understand. Unknown ids and things that exist already are no mistake. */
function isMistake({ call }: Sample, { status, code }: Outcome): boolean {
  if (status < 400) return status < 200
  if (status === 404) return !call.includes('{') && !mayFail.has(call) && !code.includes('There is no such')
  if (status === 409) return false
  const isChat = call.includes(' /api/v1/')
  if (isChat) return status !== 400 || /^(REQUEST_VARIABLE_|INVALID_JSON|REQUEST_CONFUSING)/.test(code)
  return !/belongs to another|already exists/.test(code)
}

function expectUnderstood(ran: readonly Sample[], outcomes: readonly Outcome[]): void {
  expect(outcomes).toHaveLength(ran.length)
  const mistakes = ran.flatMap((sample, index) =>
    isMistake(sample, outcomes[index]!) ? [{ call: sample.call, ...outcomes[index]! }] : [],
  )
  expect(mistakes).toEqual([])
  // Calls that only read succeed, unless they need an id that does not exist here.
  const failed = ran.filter(
    ({ call }, index) =>
      call.startsWith('GET ') && !call.includes('{') && outcomes[index]!.status >= 400 && !mayFail.has(call),
  )
  expect(failed.map(({ call }) => call)).toEqual([])
}

/** Without a queue, for bots only, without a server for video calls, and without a carrier of the company. */
const mayFail = new Set([
  'GET /api/v1/events',
  'GET /api/v1/bot_storage',
  'GET /api/v1/calls/bigbluebutton/create',
  'GET /api/v1/calls/bigbluebutton/join',
  'GET /texting/carrier',
])

const codeOf = (body: string) => {
  try {
    const { code, detail, msg } = JSON.parse(body)
    return `${code ?? ''} ${detail ?? msg ?? ''}`.trim()
  } catch {
    return body.slice(0, 200)
  }
}

describe('the samples of the reference', () => {
  test('exist for every operation in every language', () => {
    const calls = new Set(samples.map(({ call }) => call))
    expect(calls.size).toBeGreaterThan(250)
    expect(samples).toHaveLength(3 * calls.size)
    for (const call of notExecuted) expect(calls).toContain(call)
  })

  test.runIf(isInstalled('curl'))('run in a shell', { timeout: 480_000 }, async () => {
    const ran = executed('curl')
    const outcomes: Outcome[] = []
    for (const { code } of ran) {
      const options = ` --silent --max-time 60 --write-out '\\n%{http_code}'`
      const { stdout } = await run('bash', ['-c', code + options], { cwd: folder, encoding: 'latin1' })
      const at = stdout.lastIndexOf('\n')
      outcomes.push({ status: Number(stdout.slice(at + 1)), code: codeOf(stdout.slice(0, at)) })
    }
    expectUnderstood(ran, outcomes)
  })

  test('in TypeScript compile and run', { timeout: 480_000 }, async () => {
    const all = samples.filter(({ language }) => language === 'TypeScript')
    for (const [index, { code }] of all.entries()) writeFileSync(join(folder, `${index}.ts`), code)
    const compilerOptions = { types: ['node'], lib: ['es2023', 'dom'], rootDir: '../..', noEmit: true }
    const config = { extends: '../../../../tsconfig.json', compilerOptions, include: ['*.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const checked = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error)
    expect(checked.stdout).toBe('')
    const ran = executed('TypeScript')
    for (const [index, { code }] of ran.entries()) writeFileSync(join(folder, `${index}.mjs`), code)
    const runner = join(root, 'test/harness/run-samples.mjs')
    await run(process.execPath, [runner, folder, String(ran.length)], { cwd: folder })
    expectUnderstood(ran, JSON.parse(readFileSync(join(folder, 'outcomes.json'), 'utf8')))
  })

  test.runIf(hasPython)('run in Python', { timeout: 480_000 }, async () => {
    const ran = executed('Python')
    const list = join(folder, 'samples.json')
    writeFileSync(list, JSON.stringify(ran.map(({ code }) => code)))
    const runner = join(root, 'test/harness/run-samples.py')
    const { stdout } = await run('python3', [runner, list], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
    const outcomes = JSON.parse(stdout) as { status: number; body: string }[]
    expectUnderstood(
      ran,
      outcomes.map(({ status, body }) => ({ status, code: codeOf(body) })),
    )
  })
})
