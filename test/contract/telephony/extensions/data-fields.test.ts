import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

type Value = string | number | boolean
type Row = [fields: string, fallback: Value, allowed: readonly Value[], refused: readonly Value[]]

const yesNo = ['yes', 'no']
const other = ['', 'maybe']
const anyText = ['', 'any text, "quoted" <b>', 'x'.repeat(1000)]
/** A line break would begin a new header or a new setting at the SIP server. */
const controls = ['a\r\nb', 'a\nb', 'a\rb', 'a\tb', 'a\u0007b', 'a\u0085b', 'a\u2028b']
const noText = ['x'.repeat(1001), 1, true, ...controls]
const names = ['', 'chan_sip', '0.0.0.0-udp', 'x'.repeat(80)]
const noName = ['x'.repeat(81), 'a b', 'a;b', 'a"b', '<a>', 1, ...controls]
const codecs = ['', 'ulaw', 'ulaw,alaw', 'g722&opus', 'all', '!all,ulaw:30', 'VP8|h264']
const noCodecs = ['mp3', 'ulaw,', 'ulaw;alaw', 'ulaw alaw', 1, ...controls]
const dialled = ['', '7001', '*98', '+12025550101', '7001-7002#']
const noDialled = ['seven', '7001;x', '7 0', 'x'.repeat(201), 1, ...controls]

/** Fields (divided by blanks), default, allowed values, values that are not. */
const rows: Row[] = [
  ['tech', 'pjsip', ['pjsip', 'sip', 'iax2', 'dahdi', 'virtual', 'custom'], ['skinny', ...other]],
  ['sipdriver', 'chan_pjsip', names, noName],
  ['devicetype', 'fixed', ['fixed', 'adhoc'], other],
  ['dial', 'PJSIP/7001', anyText, noText],
  ['user', '7001', names, noName],
  ['context', 'from-internal', names, noName],
  [
    'mailbox',
    '7001@device',
    ['', '7001', '7001@default', '7001@default,7002@default'],
    ['7001@', '@default', '7001@a@b', '7001 @a', '7001,', '7001;7002', 'x'.repeat(1001), 1, ...controls],
  ],
  ['allow disallow', '', codecs, noCodecs],
  ['transport', '', names, noName],
  ['vmx_option_0_number vmx_option_1_number vmx_option_2_number', '', dialled, noDialled],
  ['dtmfmode', 'rfc4733', ['rfc4733', 'inband', 'info', 'auto', 'auto_info', 'none'], ['rfc2833', ...other]],
  ['trustrpid', 'yes', yesNo, other],
  ['sendrpid', 'pai', ['no', 'yes', 'pai', 'both'], other],
  [
    'avpf icesupport rtcp_mux bundle media_use_received_transport media_encryption_optimistic',
    'no',
    yesNo,
    other,
  ],
  ['rtp_symmetric rewrite_contact force_rport', 'yes', yesNo, other],
  ['timers', 'yes', ['no', 'yes', 'required', 'always', 'forced'], other],
  ['media_encryption', 'no', ['no', 'sdes', 'dtls'], ['yes', ...other]],
  ['mwi_subscription', 'auto', ['auto', 'unsolicited', 'solicited'], other],
  ['max_contacts', '1', ['0', '1', '100'], ['101', '', 'many', '-1', 1]],
  ['maximum_expiration', '7200', ['0', '60', '604800'], ['604801', '1h', '-1', 7200]],
  ['qualifyfreq', '60', ['0', '60', '86400'], ['86401', '', '1.5', 60]],
  ['device_state_busy_at', '0', ['0', '1', '1000000'], ['1000001', '', 'x', 0]],
  [
    'accountcode namedcallgroup namedpickupgroup emergency_cid outboundcid busy_cid chanunavail_cid noanswer_cid busy_dest chanunavail_dest noanswer_dest',
    '',
    [...anyText, 'ext-local,vmu1001,1'],
    noText,
  ],
  ['callwaiting_enable', 'ENABLED', ['ENABLED', 'DISABLED'], ['enabled', ...other]],
  ['answermode', 'disabled', ['disabled', 'intercom'], other],
  ['intercom', 'enabled', ['enabled', 'disabled', 'override'], other],
  [
    'recording_in_external recording_in_internal recording_out_external recording_out_internal',
    'dontcare',
    ['force', 'yes', 'dontcare', 'no', 'never'],
    other,
  ],
  ['recording_ondemand', 'disabled', ['disabled', 'enabled', 'override'], other],
  ['recording_priority', 10, [0, 10, 20], [-1, 21, '10', 1.5]],
  ['ringtimer', '0', ['0', '60', '120'], ['121', '', 'long', 20]],
  ['concurrency_limit', 3, [0, 3, 1000], [-1, 1001, '3', 1.5]],
  ['voicemail', 'novm', ['novm', 'default'], other],
  ['voicemail_enable', 'no', ['no', 'yes'], other],
  ['voicemail_options', 'attach=yes|saycid=no|envelope=no|delete=no', anyText, noText],
  [
    'vmx_busy_enabled vmx_temp_enabled vmx_unavail_enabled',
    'disabled',
    ['enabled', 'disabled', 'blocked'],
    other,
  ],
  ['findmefollow_enabled', '', anyText, noText],
  [
    'findmefollow_strategy',
    'ringallv2-prim',
    [
      ...['ringallv2', 'ringallv2-prim', 'ringall', 'ringall-prim', 'hunt', 'hunt-prim', 'memoryhunt'],
      ...['memoryhunt-prim', 'firstavailable', 'firstnotonphone'],
    ],
    ['firstavailable-prim', ...other],
  ],
  ['findmefollow_grptime', 20, [0, 20, 300], [-1, 301, '20', 1.5]],
  ['findmefollow_pre_ring', 7, [0, 7, 300], [-1, 301, '7', 1.5]],
  ['findmefollow_needsconf', false, [true, false], ['true', 1, '']],
  ['findmefollow_changecid', 'default', ['default', 'fixed', 'extern', 'did', 'forcedid'], other],
  ['findmefollow_calendar_match', 'yes', yesNo, other],
  ['findmefollow_dring', '', anyText, noText],
  ['findmefollow_grppre', '', anyText, noText],
  ['findmefollow_ringing', 'Ring', ['Ring', 'default', 'a music class'], noText],
  // Not in the table, but in the list of fields of the specification.
  ['callerid', '"Plain" <7001>', anyText, noText],
  ['cid_masquerade', '7001', anyText, noText],
  ['findmefollow_grplist', '7001', dialled, noDialled],
  ['mohclass', 'default', anyText, noText],
  ['disable_star_voicemail voicemail_same_exten', 'no', yesNo, other],
  ['vmx_play_instructions', false, [true, false], ['true', 1]],
  ['voicemail_email', '', ['', 'desk@example.com'], ['desk', 1]],
  ['description', '', [...anyText, 'two\nlines'], ['x'.repeat(1001), 1, true, 'a\u0007b']],
  [
    'findmefollow_annmsg_id findmefollow_calendar_id findmefollow_fixedcid findmefollow_postdest findmefollow_remotealert_id findmefollow_toolate_id findmefollow_voicemail noanswer recording sipname voicemail_pager',
    '',
    anyText,
    noText,
  ],
]

const fieldsOf = ([fields]: Row) => fields.split(' ')
const ROUNDS = Math.max(...rows.map(([, , allowed]) => allowed.length))

describe.each(engines)('Fields of `data` on %s', (engine) => {
  let world: TelephonyWorld
  let url: string
  let path: string
  let plain: Record<string, Value>
  /** what was shown after each round: in the nth all fields are set to their nth allowed value */
  const rounds: Record<string, Value>[] = []
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/bulks/extensions`
    const { body } = await world.ada.post(path, { data: { id: 7001, name: 'Plain' } })
    plain = body.data
    url = `${path}/${body._id}`
    for (let round = 0; round < ROUNDS; round += 1) {
      const values = rows.flatMap((row) => fieldsOf(row).map((name) => [name, row[2][round] ?? row[2][0]!]))
      const answer = await world.ada.patch(url, { data: Object.fromEntries(values) })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      rounds.push(await shown())
    }
  })
  afterAll(() => world.stop())
  const shown = async () => (await world.ada.get(path, { search: '7001' })).body[0].data
  const patch = (name: string, value: Value) => world.ada.patch(url, { data: { [name]: value } })

  it('are the 96 of the specification and no others', () => {
    const named = rows.flatMap(fieldsOf)
    expect(new Set(named).size).toBe(named.length)
    const rest = ['id', 'extension', 'name', 'password', 'secret', 'voicemail_vmpwd']
    expect(Object.keys(plain).sort()).toEqual([...named, ...rest].sort())
    expect(Object.keys(plain)).toHaveLength(96)
  })

  it.each(rows)('%s: default %j, each allowed value, no other', async (...row) => {
    const [, fallback, allowed, refused] = row
    for (const name of fieldsOf(row)) {
      expect(plain[name], name).toBe(fallback)
      for (const [round, value] of allowed.entries()) expect(rounds[round]![name], name).toBe(value)
      for (const value of refused) {
        const { status, body } = await patch(name, value)
        expect(status, `${name}=${value}`).toBe(400)
        expect(body.errors[0].pointer).toBe(`/data/${name}`)
      }
    }
    expect(await shown()).toEqual(rounds.at(-1))
  })

  it('go back to their defaults', async () => {
    const values = rows.flatMap((row) => fieldsOf(row).map((name) => [name, row[1]]))
    await world.ada.patch(url, { data: Object.fromEntries(values) })
    expect(await shown()).toEqual(plain)
  })

  it('can all be given on creation', async () => {
    const data = Object.fromEntries(
      rows.flatMap(([fields, , allowed]) => fields.split(' ').map((name) => [name, allowed.at(-1)!])),
    )
    const wanted = { ...data, voicemail: 'default', voicemail_enable: 'yes' }
    const made = await world.ada.post(path, { data: { ...wanted, id: 7002, name: 'Full' } })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({ ...wanted, id: 7002, extension: 7002, name: 'Full' })
  })

  it('a quote in the name does not break the caller id', async () => {
    const { body } = await world.ada.post(path, { data: { id: 7003, name: 'The "Boss"' } })
    expect(body.data.callerid).toBe(`"The 'Boss'" <7003>`)
  })

  it.each([
    ['voicemail', 'default', 'voicemail_enable', 'yes'],
    ['voicemail_enable', 'yes', 'voicemail', 'default'],
    ['voicemail', 'novm', 'voicemail_enable', 'no'],
    ['voicemail_enable', 'no', 'voicemail', 'novm'],
  ])('%s=%s also sets %s to %s', async (name, value, twin, follows) => {
    expect((await patch(name, value)).body.data[twin]).toBe(follows)
  })
})
