import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME_KEY } from '../../../../src/telephony/demo/create-demo-companies.ts'
import { freePort } from '../../../harness/free-port.ts'
import { missingPrograms } from '../../../harness/sip/missing-programs.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { makeThings } from '../access/things-of-acme.ts'

const run = promisify(execFile)
const page = readFileSync('docs/telephony.md', 'utf8')
const examples = [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
  .map((match) => match[1]!)
  .filter((block) => block.startsWith('curl '))
const capabilities = [
  'Phones that set themselves up',
  'Encryption of calls',
  'Follow-me',
  'Phone codes',
  'Ring groups, business hours and menus',
  'Queues',
  'Conference rooms',
  'Parking',
  'Paging groups',
  'Directories by name',
  'Trunks and numbers outside',
  'Outbound routes',
  'Who may call outside',
  'Who may call in',
  'Emergency calls',
  'Call history',
  'Reports and export',
  'Recording with consent',
  'Voicemail',
  'What callers hear',
]
const missing = spawnSync('curl', ['--version']).error ? ': curl is missing' : ''

/** What an example needs besides the server. */
const speaks = (example: string) => example.includes("'text=")

describe.skipIf(missing)(`the examples of docs/telephony.md${missing}`, () => {
  let world: TelephonyWorld
  let variables: Record<string, string>
  let port: number
  beforeAll(async () => {
    world = await startTelephonyWorld('SQLite', { SPEECH: 'yes' })
    port = await freePort()
    await world.app.listen({ host: '127.0.0.1', port })
    const { ids } = await makeThings(world)
    // The examples make their own.
    for (const id of (await world.ada.get(`/instances/${world.acmePbx}/devices`)).body)
      await world.ada.delete(`/instances/${world.acmePbx}/devices/${id.id}`)
    variables = {
      AUTH: `Authorization: Bearer ${ACME_KEY}`,
      UUID: world.acmePbx,
      MENU: ids.menu_id!,
      CALL: ids.call_id!,
      EXTENSION: ids.extension_id!,
      HOURS: ids.business_hours_id!,
    }
  })
  afterAll(() => world?.stop())

  it.each(examples)('works: %s', async (example) => {
    const script = example
      .replaceAll('127.0.0.1:9991', `127.0.0.1:${port}`)
      .replace('curl ', "curl -s -o /dev/null -w '%{http_code}' -H 'X-User-Id: primary' ")
    const { stdout } = await run('bash', ['-euc', script], {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, ...variables },
    })
    const isPossible = !speaks(example) || missingPrograms('espeak-ng') === ''
    // The call of the example has ended.
    const ended = example.includes('$CALL/recording-state') ? ['409'] : undefined
    expect(ended ?? (isPossible ? ['200', '201'] : ['503'])).toContain(stdout)
  })

  it('there is one for each capability that has a section of its own', () => {
    for (const heading of capabilities) {
      const start = page.indexOf(`\n### ${heading}\n`)
      expect(start, heading).toBeGreaterThan(0)
      expect(page.slice(start, page.indexOf('\n### ', start + 1)), heading).toContain('```sh\ncurl ')
    }
  })
})
