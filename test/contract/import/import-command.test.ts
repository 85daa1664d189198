import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../../harness/engines.ts'
import { makeZip } from '../../harness/make-zip.ts'
import { runSwitchboard, startCommand, startSwitchboard } from '../../harness/run-switchboard.ts'
import { slackExport } from '../../harness/slack-export.ts'

/** Many processes, one after another, on a machine that may be busy. */
const MINUTES = 300_000

describe.each(engines)('switchboard import on %s', { timeout: MINUTES }, (engine) => {
  let place: Place
  let path: string
  const run = (...args: string[]) => runSwitchboard(['import', ...args], { place })
  beforeAll(async () => {
    place = await makePlace(engine)
    path = join(place.dataDir, 'slack.zip')
    const day = Array.from({ length: 22_000 }, (_, index) => ({
      type: 'message',
      user: 'U2',
      text: `Number ${index} of many`,
      ts: `${1_600_100_000 + index}.000100`,
    }))
    writeFileSync(path, makeZip({ ...slackExport(), 'general/2020-09-15.json': JSON.stringify(day) }))
  }, MINUTES)
  afterAll(() => place.remove())

  it('says what is wrong with the arguments, or with the file', async () => {
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('PATH is missing.') })
    expect(await run('nowhere.zip')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no file or folder nowhere.zip.'),
    })
    const other = join(place.dataDir, 'other.zip')
    writeFileSync(other, makeZip({ 'notes.txt': 'x' }))
    expect(await run(other)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Unpacking\.\nThis is not an export that can be imported\..*\n$/),
    })
    expect(existsSync(join(place.dataDir, 'imports'))).toBe(false)
  })

  it('does nothing while a server runs', async () => {
    const server = await startSwitchboard([], { place })
    expect(await run(path)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'A server uses this data. Stop all servers, then try again.\n',
    })
    await server.stop()
  })

  it('continues after it was killed while it wrote, and prints its report', async () => {
    const report = expect.stringContaining(
      '8 people and bots, 4 streams, 22014 messages, 3 reactions, 1 files',
    )
    expect(await run(path, '--dry-run')).toMatchObject({ code: 0, stdout: report })
    const first = await startCommand(['import', path], { place })
    await expect.poll(() => first.stderr(), { timeout: MINUTES }).toMatch(/^messages: \d+ of 22014 rows$/m)
    await first.kill()
    // On a machine that stalls this process it may have finished before; the tests of the formats interrupt it exactly.
    expect(await run(path)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^(Imported Slack from Slack to|.* comes from this very export).*\nLeft out:\n- /,
      ),
    })
    expect(existsSync(join(place.dataDir, 'imports'))).toBe(false)
    expect(await run(path)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('comes from this very export. Nothing was changed.'),
    })
  })

  it('gives people a way in', async () => {
    const set = await runSwitchboard(['set-password', 'ada@example.com'], {
      place,
      input: 'a long lighthouse\n',
    })
    expect(set).toMatchObject({ code: 0 })
    const server = await startSwitchboard([], { place })
    const signIn = await fetch(`${server.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'ada@example.com', password: 'a long lighthouse' }),
    })
    const { api_key: key } = (await signIn.json()) as { api_key: string }
    const authorization = `Basic ${Buffer.from(`ada@example.com:${key}`).toString('base64')}`
    const narrow = encodeURIComponent('[{"operator":"search","operand":"21999"}]')
    const page = await fetch(
      `${server.url}/api/v1/messages?anchor=newest&num_before=9&num_after=0&narrow=${narrow}`,
      {
        headers: { authorization },
      },
    )
    const { messages } = (await page.json()) as { messages: { id: number }[] }
    expect(messages).toMatchObject([{ id: 22_014 }])
    await server.stop()
  })
})
