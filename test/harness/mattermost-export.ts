import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

const START = 1_600_000_000_000

const user = (username: string, name: string, channels: string[], more: object = {}) => ({
  type: 'user',
  user: {
    username,
    email: `${username}@example.com`,
    first_name: name.split(' ')[0],
    last_name: name.split(' ')[1],
    nickname: '',
    roles: 'system_user',
    delete_at: 0,
    teams: [
      {
        name: 'crew',
        roles: 'team_user',
        channels: channels.map((channel) => ({ name: channel, roles: 'channel_user' })),
      },
    ],
    ...more,
  },
})

const channel = (name: string, shown: string, more: object = {}) => ({
  type: 'channel',
  channel: {
    team: 'crew',
    name,
    display_name: shown,
    type: 'O',
    header: '',
    purpose: `About ${shown}`,
    ...more,
  },
})

const post = (to: string, sender: string, second: number, message: string, more: object = {}) => ({
  type: 'post',
  post: { team: 'crew', channel: to, user: sender, message, create_at: START + second * 1000, ...more },
})

const direct = (members: string[], sender: string, second: number, message: string) => ({
  type: 'direct_post',
  direct_post: { channel_members: members, user: sender, message, create_at: START + second * 1000 },
})

const reply = (sender: string, second: number, message: string, more: object = {}) => ({
  user: sender,
  message,
  create_at: START + second * 1000,
  ...more,
})

/** A small bulk export in the format of Mattermost, with something of everything. */
export async function writeMattermostExport(folder: string): Promise<void> {
  const put = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const lines = [
    { type: 'version', version: 1, info: { generator: 'mattermost-server' } },
    { type: 'emoji', emoji: { name: 'lamp', image: 'exported_emoji/lamp.png' } },
    { type: 'emoji', emoji: { name: 'gone', image: 'exported_emoji/gone.png' } },
    { type: 'team', team: { name: 'crew', display_name: 'Lighthouse', type: 'O', description: '' } },
    channel('town-square', 'Town Square'),
    channel('keepers', 'Keepers', { type: 'P' }),
    user('ada', 'Ada Admin', ['town-square', 'keepers'], {
      roles: 'system_admin system_user',
      profile_image: 'profile/ada.png',
    }),
    user('ben.boat', 'Ben Boat', ['town-square']),
    user('gus', 'Gus Guest', [], { roles: 'system_guest' }),
    user('old', 'Old Hand', ['town-square'], { delete_at: START }),
    { type: 'bot', bot: { username: 'weather', display_name: 'Weather', owner: 'ada' } },
    post('town-square', 'ada', 50, 'The last word', { edit_at: START + 60_000 }),
    post(
      'town-square',
      'ben.boat',
      10,
      'Hello @ada, @nobody and @ben.boat. See ~keepers, `@ada` and\n```\n@ada\n```',
      {
        flagged_by: ['ben.boat'],
        reactions: [
          { user: 'ada', emoji_name: 'tada', create_at: START },
          { user: 'ada', emoji_name: 'lamp', create_at: START },
          { user: 'ada', emoji_name: 'unknown_one', create_at: START },
        ],
        replies: [
          reply('old', 40, 'A late reply @here'),
          reply('ada', 20, 'A reply with a file', {
            attachments: [{ path: '2020/tides.txt' }, { path: '../outside.txt' }],
          }),
        ],
      },
    ),
    post('keepers', 'ada', 15, 'Only for **keepers**'),
    post('town-square', 'ada', 5, 'ada joined', { type: 'system_join_channel' }),
    post('town-square', 'stranger', 30, 'From a stranger'),
    { type: 'direct_channel', direct_channel: { members: ['ada', 'ben.boat'], header: '' } },
    direct(['ada', 'ben.boat'], 'ben.boat', 25, 'Between the two of us'),
    direct(['ada', 'ben.boat', 'gus'], 'gus', 35, 'The three of us'),
  ]
  const picture = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#203080' } })
    .png()
    .toBuffer()
  put('import.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  put('data/2020/tides.txt', 'tides')
  put('data/exported_emoji/lamp.png', picture)
  put('data/profile/ada.png', picture)
}
