import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countSegments } from '../../../src/telephony/texting/carriers/count-segments.ts'
import { rawSmpp } from '../../../src/telephony/texting/carriers/smpp/raw-smpp.ts'
import type { Submit } from '../../harness/smsc.ts'
import { eventually, makeSmppWorld, text } from './smpp-world.ts'

const { errors } = rawSmpp

describe('submitting texts', () => {
  it('a short text is one submit, in the GSM alphabet, with a receipt wanted', async () => {
    const { smsc, carrier } = await makeSmppWorld()
    expect(await carrier.send(text('Hello @ {you} for 5 €_$'))).toEqual({ carrierId: 'm1' })
    expect(smsc.submits).toMatchObject([
      {
        from: '18586881740',
        to: '12025550101',
        dataCoding: 0,
        registeredDelivery: 1,
        part: undefined,
        text: 'Hello @ {you} for 5 €_$',
      },
    ])
  })

  it('other letters are sent as UCS-2', async () => {
    const { smsc, carrier } = await makeSmppWorld()
    await carrier.send(text('Привет 👋'))
    expect(smsc.submits).toMatchObject([{ dataCoding: 8, text: 'Привет 👋' }])
  })

  it.each([
    ['GSM-7', 'Long texts {with braces} go in parts. '.repeat(12), 0],
    ['UCS-2', 'Длинные тексты 👩‍👩‍👧 идут частями. '.repeat(12), 8],
    ['a heap of accents', `e${'\u0301'.repeat(150)}${'a'.repeat(49)}👍 and more`, 8],
  ])('a long text in %s arrives whole', async (_name, content, dataCoding) => {
    const { smsc, carrier } = await makeSmppWorld()
    const { carrierId } = await carrier.send(text(content))
    expect(joinSubmits(smsc.submits)).toBe(content)
    for (const submit of smsc.submits) expect(submit.text).toBe(wellFormed(submit.text))
    expect(smsc.submits.length).toBe(countSegments(content).segments)
    expect(smsc.submits.length).toBeGreaterThan(1)
    expect(new Set(smsc.submits.map((submit) => submit.dataCoding))).toEqual(new Set([dataCoding]))
    expect(carrierId).toBe(smsc.submits.at(-1)!.id)
  })

  it('whatever is written arrives whole, in parts that fit', async () => {
    const { smsc, carrier } = await makeSmppWorld()
    const letters = fc.constantFrom('a', 'é', '€', '[', '\n', 'ж', '👍', '\ud83d', '👩‍👧')
    const contents = fc.oneof(fc.string({ unit: letters, maxLength: 400 }), fc.string({ maxLength: 400 }))
    let count = 0
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        smsc.submits.length = 0
        count += 1
        await carrier.send(text(content, `text-${count}`))
        // Half a surrogate pair is no letter, and cannot be kept.
        expect(wellFormed(joinSubmits(smsc.submits))).toBe(wellFormed(content))
        for (const { dataCoding, bytes, part } of smsc.submits)
          expect(bytes).toBeLessThanOrEqual(dataCoding === 8 ? 140 : part ? 159 : 160)
      }),
      { numRuns: 60 },
    )
  })

  it('attachments are sent as their addresses', async () => {
    const { smsc, carrier } = await makeSmppWorld()
    await carrier.send({ ...text('look'), media: ['https://files.example.com/1'] })
    expect(smsc.submits[0]!.text).toBe('look\nhttps://files.example.com/1')
  })

  it.each([
    ['ESME_RTHROTTLED', true],
    ['ESME_RMSGQFUL', true],
    ['ESME_RSYSERR', true],
    ['ESME_RINVDSTADR', false],
    ['ESME_RINVSRCADR', false],
    ['ESME_RX_P_APPN', false],
  ])('the answer %s fails, worth another try: %s', async (code, temporary) => {
    const { smsc, carrier } = await makeSmppWorld()
    smsc.refusals.push(errors[code]!)
    await expect(carrier.send(text('hello'))).rejects.toMatchObject({ code, temporary })
    expect(await carrier.send(text('hello'))).toEqual({ carrierId: 'm1' })
  })

  it('a number of an unknown refusal is told as such', async () => {
    const { smsc, carrier } = await makeSmppWorld()
    smsc.refusals.push(0x401)
    await expect(carrier.send(text('hello'))).rejects.toMatchObject({ code: '0x00000401', temporary: false })
  })

  it('no answer in time fails for now', async () => {
    const { smsc, carrier } = await makeSmppWorld({ timing: { responseMs: 50 } })
    smsc.isSilent = true
    await expect(carrier.send(text('hello'))).rejects.toMatchObject({ code: 'timeout', temporary: true })
    smsc.isSilent = false
  })

  it('a long text that was interrupted goes on where it was, under the same reference', async () => {
    const { smsc, carrier } = await makeSmppWorld()
    const content = 'Parts are not sent twice. '.repeat(15)
    smsc.refusals.push(0, 0, errors.ESME_RTHROTTLED!)
    await expect(carrier.send(text(content))).rejects.toMatchObject({ temporary: true })
    expect(smsc.submits).toHaveLength(2)
    expect(await carrier.send(text(content))).toEqual({ carrierId: 'm3' })
    expect(smsc.submits).toHaveLength(3)
    expect(joinSubmits(smsc.submits)).toBe(content)
  })

  it('two long texts have different references', async () => {
    const { smsc, carrier } = await makeSmppWorld()
    await carrier.send(text('a'.repeat(200), 'one'))
    await carrier.send(text('b'.repeat(200), 'two'))
    expect(new Set(smsc.submits.map(({ part }) => part![0])).size).toBe(2)
  })

  it('no more submits than the window wait for their answer, and all arrive in order', async () => {
    const { smsc, carrier } = await makeSmppWorld({ window: 3 })
    let release: () => void = () => {}
    smsc.hold = new Promise((resolve) => {
      release = resolve
    })
    const numbers = Array.from({ length: 20 }, (_, index) => `number ${index}`)
    const sending = numbers.map((content) => carrier.send(text(content, content)))
    await eventually(() => expect(smsc.mostAtOnce).toBe(3))
    release()
    await Promise.all(sending)
    expect(smsc.mostAtOnce).toBe(3)
    expect(smsc.submits.map((submit) => submit.text)).toEqual(numbers)
  })
})

const wellFormed = (content: string) => Buffer.from(content).toString()

function joinSubmits(submits: readonly Submit[]): string {
  if (submits.length > 1) {
    const [reference] = submits[0]!.part!
    const expected = submits.map((_, index) => [reference, submits.length, index + 1])
    expect(submits.map(({ part }) => part)).toEqual(expected)
  }
  return submits.map((submit) => submit.text).join('')
}
