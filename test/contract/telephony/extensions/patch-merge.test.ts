import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataFields } from '../../../../src/telephony/phones/extension-data/extension-data-fields.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { arbitraryOf, line } from './arbitrary-field.ts'

/** Tested elsewhere: two switches and two caller ids that follow each other, and addresses that must be valid. */
const {
  voicemail: _one,
  voicemail_enable: _other,
  voicemail_email: _address,
  outboundcid: _callerId,
  ...plain
} = dataFields

const name = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
  .filter((value) => value.trim() === value && value !== '')
const dataPatch = fc.record(
  {
    name,
    ...(Object.fromEntries(
      Object.entries<TSchema>(plain).map(([key, field]) => [key, arbitraryOf(field)]),
    ) as Record<string, fc.Arbitrary<unknown>>),
    secret: fc.constantFrom('a'.repeat(24), 'b'.repeat(24)),
    voicemail_vmpwd: fc.constantFrom('123456', '654321'),
  },
  { requiredKeys: [] },
)
/** No quotes or angle brackets, which separate the parts of a caller id. */
const word = fc.constantFrom('', 'A', 'Front desk', '4155550100', 'x y')
const few = (patch: Record<string, unknown>, mask: number) =>
  Object.fromEntries(Object.entries(patch).filter((_entry, index) => (index * 7 + mask) % 11 < 3))
const patches = fc.array(
  fc.record(
    {
      data: fc.tuple(dataPatch, fc.nat(10)).map(([patch, mask]) => few(patch as never, mask)),
      purpose: fc.constantFrom('ip-phone', 'mobile-app', ''),
      user: fc.constantFrom('ada', 'ben', null),
      outbound_callerid: fc.option(fc.record({ name: word, number: word }, { requiredKeys: [] })),
      reserved: fc.option(fc.record({ config_id: line, to: line }, { requiredKeys: [] })),
    },
    { requiredKeys: [] },
  ),
  { minLength: 1, maxLength: 6 },
)

type Model = Record<string, unknown> & { data: Record<string, unknown> }

/** What somebody expects who only knows that a patch changes what it names. */
function merge(model: Model, patch: Record<string, unknown>): Model {
  const next: Model = { ...model, data: { ...model.data, ...(patch.data as object) } }
  // Two names of one credential.
  next.data.password = next.data.secret
  if ('purpose' in patch) next.purpose = patch.purpose
  if ('user' in patch) next.user = patch.user
  const { reserved, outbound_callerid: callerId } = patch
  if (reserved === null) next.reserved = null
  else if (reserved !== undefined) {
    next.reserved = { config_id: '', to: '', ...(model.reserved as object), ...(reserved as object) }
  }
  // The caller id is also a text in the data.
  if (callerId === null) next.outbound_callerid = null
  else if (callerId !== undefined) {
    const { name, number } = { name: '', number: '', ...(model.outbound_callerid as object), ...callerId }
    next.outbound_callerid = { name, number }
  }
  const { name = '', number = '' } = (next.outbound_callerid ?? {}) as { name?: string; number?: string }
  next.data.outboundcid = name ? `"${name}" <${number}>` : number
  if (name === '' && number === '') next.outbound_callerid = null
  return next
}

describe.each(engines)('PATCH never resets what it does not name on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let number = 8000
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/bulks/extensions`
  })
  afterAll(() => world.stop())

  it('any sequence of patches is the merge of what was named', async () => {
    const users = { ada: world.demo.acme.owner.id, ben: world.demo.acme.ben.id }
    const idOf = (who: unknown) => (who === null ? null : { id: users[who as 'ada' | 'ben'] })
    const property = fc.asyncProperty(patches, async (sequence) => {
      number += 1
      const made = (await world.ada.post(path, { data: { id: number, name: 'Start' } })).body
      const url = `${path}/${made._id}`
      let model: Model = {
        purpose: made.purpose,
        user: null,
        outbound_callerid: null,
        reserved: null,
        data: made.data,
      }
      const own = new Set<string>()
      let last = made
      for (const patch of sequence) {
        const answer = await world.ada.patch(url, {
          ...patch,
          ...('user' in patch && { user: idOf(patch.user) }),
        })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        model = merge(model, patch)
        for (const key of Object.keys(patch.data ?? {})) own.add(key)
        // The caller id follows the name, and the shown number the caller id text, until they are set.
        if (!own.has('callerid') || model.data.callerid === made.data.callerid) {
          model.data.callerid = answer.body.data.callerid
        }
        last = answer.body
        expect(last.data).toEqual(model.data)
        expect({ purpose: last.purpose, reserved: last.reserved, user: last.user?.id ?? null }).toEqual({
          purpose: model.purpose,
          reserved: model.reserved,
          user: idOf(model.user)?.id ?? null,
        })
        expect(
          last.outbound_callerid && {
            name: last.outbound_callerid.name,
            number: last.outbound_callerid.number,
          },
        ).toEqual(model.outbound_callerid)
      }
      const [stored] = (await world.ada.get(path, { search: String(number) })).body.filter(
        (one: { _id: string }) => one._id === made._id,
      )
      expect(stored).toEqual(last)
      await world.ada.delete(url)
    })
    await fc.assert(property, { numRuns: 10, endOnFailure: true })
  })
})
