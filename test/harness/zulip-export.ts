import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

export const ZULIP_UPLOAD = '2/ab/Xy7_tides/tides.txt'

const person = (id: number, name: string, more: object = {}) => ({
  id,
  email: `user${id}@zulip.example.com`,
  delivery_email: `${name.split(' ')[0]!.toLowerCase()}@example.com`,
  full_name: name,
  is_active: true,
  is_bot: false,
  role: 400,
  date_joined: 1_600_000_000.25,
  timezone: 'Europe/Berlin',
  ...more,
})

const stream = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  description: `About ${name}`,
  invite_only: false,
  history_public_to_subscribers: true,
  deactivated: false,
  stream_post_policy: 1,
  date_created: 1_600_000_000.5,
  ...more,
})

const subscribe = (user: number, recipient: number, more: object = {}) => ({
  id: user * 1000 + recipient,
  user_profile: user,
  recipient,
  active: true,
  color: '#c2c2c2',
  is_muted: false,
  pin_to_top: false,
  ...more,
})

const message = (id: number, sender: number, recipient: number, subject: string, content: string) => ({
  id,
  sender,
  recipient,
  subject,
  content,
  rendered_content: '<p>not used</p>',
  date_sent: 1_600_000_000.75 + id,
  last_edit_time: id === 120 ? 1_600_009_000.5 : null,
  sending_client: 1,
})

const react = (user: number, id: number, name: string, code: string, type = 'unicode_emoji') => ({
  id: user * 1000 + id,
  user_profile: user,
  message: id,
  emoji_name: name,
  emoji_code: code,
  reaction_type: type,
})

/** A small export in the format of Zulip's `manage.py export`, with something of everything. */
export async function writeZulipExport(folder: string): Promise<void> {
  const put = (path: string, content: unknown) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const isText = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(join(folder, path), isText ? content : JSON.stringify(content))
  }
  const picture = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#a03020' } })
    .png()
    .toBuffer()
  put('realm.json', {
    zerver_realm: [{ id: 2, name: 'Lighthouse', string_id: 'lighthouse', description: 'We keep the light.' }],
    zerver_userprofile: [
      person(10, 'Ada Admin', { role: 100 }),
      person(11, 'Ben Boat'),
      person(12, 'Gus Guest', { role: 600 }),
      person(13, 'Old Hand', { is_active: false }),
      person(14, 'Weather Bot', { is_bot: true, bot_type: 1, delivery_email: 'weather-bot@example.com' }),
    ],
    zerver_userprofile_crossrealm: [
      { id: 1, email: 'notification-bot@zulip.com', full_name: 'Notification Bot' },
    ],
    zerver_stream: [
      stream(5, 'general'),
      stream(6, 'keepers', { invite_only: true, history_public_to_subscribers: false }),
      stream(7, 'old plans', { deactivated: true }),
    ],
    zerver_defaultstream: [{ id: 1, stream: 5 }],
    zerver_recipient: [
      { id: 20, type: 2, type_id: 5 },
      { id: 21, type: 2, type_id: 6 },
      { id: 22, type: 2, type_id: 7 },
      { id: 30, type: 1, type_id: 10 },
      { id: 31, type: 1, type_id: 11 },
      { id: 40, type: 3, type_id: 1 },
    ],
    zerver_subscription: [
      subscribe(10, 20, { pin_to_top: true }),
      subscribe(11, 20, { is_muted: true }),
      subscribe(13, 20),
      subscribe(10, 21),
      subscribe(11, 22),
      subscribe(10, 40),
      subscribe(11, 40),
      subscribe(12, 40),
    ],
    zerver_realmemoji: [{ id: 3, name: 'lamp', file_name: '3.png', author: 10, deactivated: false }],
    zerver_reaction: [
      react(10, 110, 'tada', '1f389'),
      react(11, 110, 'lamp', '3', 'realm_emoji'),
      react(11, 110, 'nonsense', 'zzzz'),
      react(11, 999, 'tada', '1f389'),
    ],
  })
  put('messages-000001.json', {
    zerver_message: [
      message(
        110,
        11,
        20,
        'tides',
        `Hello @**Ada Admin**, see [tides](/user_uploads/${ZULIP_UPLOAD}) :lamp:`,
      ),
      message(111, 10, 21, 'rota', 'Only for **keepers**.'),
      message(112, 11, 30, '', 'Between the two of us'),
    ],
    zerver_usermessage: [
      { id: 1, user_profile: 10, message: 110, flags_mask: 3 },
      { id: 2, user_profile: 11, message: 110, flags_mask: 1 },
    ],
  })
  put('messages-000002.json', {
    zerver_message: [
      message(120, 12, 40, '', 'The three of us'),
      message(121, 13, 20, 'Tides', 'Written before I left'),
      message(122, 1, 20, 'stream events', 'Stream created.'),
      message(123, 11, 22, 'plans', 'An old plan'),
      message(124, 77, 20, 'tides', 'From nobody'),
    ],
    zerver_usermessage: [],
  })
  put('attachment.json', {
    zerver_attachment: [
      {
        id: 1,
        file_name: 'tides.txt',
        path_id: ZULIP_UPLOAD,
        owner: 11,
        create_time: 1_600_000_100.5,
        size: 5,
      },
      {
        id: 2,
        file_name: 'x',
        path_id: '../../realm.json',
        owner: 11,
        create_time: 1_600_000_100.5,
        size: 5,
      },
    ],
  })
  put(`uploads/${ZULIP_UPLOAD}`, 'tides')
  put('uploads/records.json', [{ path: ZULIP_UPLOAD, s3_path: ZULIP_UPLOAD, user_profile_id: 11 }])
  put('avatars/2/ada.png', picture)
  put('avatars/records.json', [{ path: '2/ada.png', s3_path: '2/ada.png', user_profile_id: 10 }])
  put('emoji/2/emoji/images/3.png', picture)
  put('emoji/records.json', [{ path: '2/emoji/images/3.png', file_name: '3.png', author: 10 }])
}
