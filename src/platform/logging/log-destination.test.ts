import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFullPipe } from '../../../test/harness/full-pipe.ts'
import { openLogDestination } from './log-destination.ts'

describe('the destination of the log', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'switchboard-log-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const line = (number: number) => `${JSON.stringify({ number, text: 'Ä'.repeat(400) })}\n`

  it('writes each line to a file at once', async () => {
    const path = join(folder, 'log')
    const file = await open(path, 'a')
    const log = openLogDestination(file.fd)
    for (let number = 0; number < 3; number += 1) {
      log.write(line(number))
      expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(number + 2)
    }
    expect(log.dropped).toBe(0)
    await file.close()
  })

  it('a full pipe blocks nothing: lines wait, the rest is dropped and counted, and writing resumes with the reader', async () => {
    const pipe = makeFullPipe(folder)
    const log = openLogDestination(pipe.fd)
    const written = 2000
    for (let number = 0; number < written; number += 1) log.write(line(number))
    expect(log.dropped).toBeGreaterThan(0)
    expect(log.dropped).toBeLessThan(written)
    const kept = written - log.dropped
    let text = ''
    while (text.split('\n').length <= kept) {
      text += pipe.read()
      await new Promise((next) => setTimeout(next, 5))
    }
    const numbers = text
      .split('\n')
      .slice(0, -1)
      .map((one) => JSON.parse(one).number)
    expect(numbers).toEqual(Array.from({ length: kept }, (_, number) => number))
    log.write(line(written))
    expect(pipe.read()).toBe(line(written))
    pipe.close()
  })
})
