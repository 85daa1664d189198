import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultUserSettings, settingNames } from '../../../src/chat/identity/users/user-settings.ts'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const types = ['user_settings', 'update_display_settings', 'update_global_notifications']
/** Other values than the ones that everybody starts with. */
const others: Record<string, unknown> = {
  default_language: 'de',
  notification_sound: 'none',
  emojiset: 'google',
  enter_sends: false,
}
const otherValue = (name: keyof typeof defaultUserSettings) => {
  if (name in others) return others[name]
  const value = defaultUserSettings[name]
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : value
}

describe.each(engines)('Own settings on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const initial = async () => (await world.ben.post('/register', { event_types: types })).body
  const refuses = async (args: Arguments, msg: string, path = '/settings', client = world.ben) => {
    const before = await initial()
    const ben = await watch(world.ben, undefined)
    const answer = await client.patch(path, args)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
    expect((await initial()).user_settings).toEqual(before.user_settings)
    expect(await ben.news()).toEqual([])
  }

  it.each(settingNames)('PATCH /settings | %s: the answer, both events, and register', async (name) => {
    const value = otherValue(name)
    const ben = await watch(world.ben, types)
    const ada = await watch(world.ada, types)
    const answer = await world.ben.patch('/settings', { [name]: value })
    expect(answer.body).toEqual({ result: 'success', msg: '', [name]: value })
    const news = await ben.news()
    const more = name === 'default_language' ? { language_name: 'German' } : {}
    expect(news).toEqual([
      expect.objectContaining({ user: 'ben@example.com', setting_name: name, setting: value, ...more }),
      { type: 'user_settings', op: 'update', property: name, value, ...more, id: expect.any(Number) },
    ])
    expect(types).toContain(news[0].type)
    expect(await ada.news()).toEqual([])
    const body = await initial()
    expect(body[name]).toBe(value)
    expect(body.user_settings[name]).toBe(value)
    const again = await world.ben.patch('/settings', { [name]: value })
    expect(again.body).toEqual({ result: 'success', msg: '' })
    expect(await ben.news()).toEqual([])
  })

  it('the two older events | each knows its half', async () => {
    const ben = await watch(world.ben, types.slice(1))
    await world.ben.patch('/settings', { night_mode: false, enable_sounds: true, emojiset: 'google' })
    const user = 'ben@example.com'
    const id = expect.any(Number)
    const news = await ben.news()
    expect(news).toHaveLength(2)
    expect(news).toEqual(
      expect.arrayContaining([
        { type: 'update_display_settings', user, setting_name: 'night_mode', setting: false, id },
        {
          type: 'update_global_notifications',
          user,
          notification_name: 'enable_sounds',
          setting_name: 'enable_sounds',
          setting: true,
          id,
        },
      ]),
    )
  })

  it.each(['/settings/display', '/settings/notifications'])(
    'PATCH %s | the older addresses',
    async (path) => {
      const { dense_mode: before } = await initial()
      const answer = await world.ben.patch(path, {
        dense_mode: !before,
        default_language: '"fr"',
        timezone: '"Europe/Paris"',
      })
      expect(answer.status).toBe(200)
      expect(await initial()).toMatchObject({
        dense_mode: !before,
        default_language: 'fr',
        timezone: 'Europe/Paris',
      })
    },
  )

  it('timezone | part of the account: the others see it, too', async () => {
    await world.ben.patch('/settings', { timezone: '' })
    const ben = await watch(world.ben, [...types, 'realm_user'])
    const gus = await watch(world.gus, [...types, 'realm_user'])
    const { body } = await world.ben.patch('/settings', { timezone: 'Asia/Kolkata' })
    expect(body).toEqual({ result: 'success', msg: '', timezone: 'Asia/Kolkata' })
    expect(await ben.news()).toMatchObject([
      { type: 'update_display_settings', setting_name: 'timezone', setting: 'Asia/Kolkata' },
      { type: 'user_settings', property: 'timezone', value: 'Asia/Kolkata' },
      { type: 'realm_user', op: 'update', person: { timezone: 'Asia/Kolkata' } },
    ])
    expect(await gus.news()).toMatchObject([{ type: 'realm_user' }])
    expect((await world.gus.get('/users/ben@example.com')).body.user.timezone).toBe('Asia/Kolkata')
  })

  it.each<[Arguments, string]>([
    [{ timezone: 'Mars/Olympus' }, "Invalid timezone 'Mars/Olympus'"],
    [{ timezone: '+05:00' }, "Invalid timezone '+05:00'"],
    [{ default_language: 'not a language' }, "Invalid language 'not a language'"],
    [{ emojiset: 'apple' }, "Invalid emojiset 'apple'"],
    [{ notification_sound: 'gong' }, "Invalid notification sound 'gong'"],
    [{ demote_inactive_streams: 4 }, 'Invalid demote_inactive_streams'],
    [{ desktop_icon_count_display: 0 }, 'Invalid desktop_icon_count_display'],
    [{ night_mode: 'yes' }, 'Argument "night_mode" is not valid JSON.'],
    [{ night_mode: 1 }, 'night_mode is not a boolean'],
  ])('%j | refused, with everything that came along', async (args, msg) => {
    const { left_side_userlist: before } = await initial()
    await refuses({ left_side_userlist: !before, ...args }, msg)
  })

  it('what is not known is ignored and named', async () => {
    const { body } = await world.ben.patch('/settings', { colour_scheme: 'dark' })
    expect(body).toEqual({
      result: 'success',
      msg: '',
      ignored_parameters_unsupported: ['colour_scheme'],
    })
  })

  it('a setting for all streams shows in each stream that has none of its own', async () => {
    const ben = await watch(world.ben, ['subscription'])
    const streams = async () => {
      const { body } = await world.ben.get('/users/me/subscriptions')
      return body.subscriptions.map((one: { stream_id: number; push_notifications: boolean }) => [
        one.stream_id,
        one.push_notifications,
      ])
    }
    const before = await streams()
    const value = !before[0][1]
    await world.ben.patch('/settings', { enable_stream_push_notifications: value })
    const told = (await ben.news()).map(({ op, property, value: news, stream_id }) => {
      expect([op, property]).toEqual(['update', 'push_notifications'])
      return [stream_id, news]
    })
    expect(told.sort()).toEqual((await streams()).sort())
    expect(told.every(([, news]) => news === value)).toBe(true)
  })

  it('a bot cannot change them', () =>
    Promise.all(
      ['/settings', '/settings/display', '/settings/notifications'].map(async (path) => {
        const { status, body } = await world.echoBot.patch(path, { night_mode: true })
        expect([status, body.msg]).toEqual([400, 'This endpoint does not accept bot requests.'])
      }),
    ))
})
