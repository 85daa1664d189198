const user = (
  id: string,
  name: string,
  more: object = {},
  email = `${name.split(' ')[0]!.toLowerCase()}@example.com`,
) => ({
  id,
  team_id: 'T1',
  name: name.toLowerCase(),
  deleted: false,
  tz: 'Europe/Berlin',
  profile: {
    real_name: name,
    display_name: name,
    ...(email !== '' && { email }),
    image_512: 'https://example.com/x.png',
  },
  is_admin: false,
  is_bot: false,
  ...more,
})

const channel = (id: string, name: string, members: string[], more: object = {}) => ({
  id,
  name,
  created: 1_599_000_000,
  creator: 'U1',
  is_archived: false,
  is_general: false,
  members,
  topic: { value: '' },
  purpose: { value: `About ${name}` },
  ...more,
})

const at = (second: number, micro = 200) => `${1_600_000_000 + second}.000${micro}`

const say = (sender: string, second: number, text: string, more: object = {}) => ({
  type: 'message',
  user: sender,
  text,
  ts: at(second),
  ...more,
})

const DAY = 86_400

/** A small export in the format of Slack's workspace export, with something of everything, as the files of its zip. */
export function slackExport(): Record<string, string> {
  const files: Record<string, unknown> = {
    'users.json': [
      user('U1', 'Ada Admin', { is_admin: true, is_owner: true }),
      user('U2', 'Ben *Boat*'),
      user('U3', 'Gus Guest', { is_restricted: true }),
      user('U4', 'Old Hand', { deleted: true }),
      user('U5', 'Hook', { is_bot: true }, ''),
    ],
    'channels.json': [
      channel('C1', 'general', ['U1', 'U2', 'U4'], { is_general: true }),
      channel('C2', 'old-plans', ['U2'], { is_archived: true }),
      channel('C3', 'never-used', []),
    ],
    'groups.json': [channel('G1', 'keepers', ['U1'])],
    'dms.json': [{ id: 'D1', created: 1_599_000_000, members: ['U1', 'U2'] }],
    'mpims.json': [channel('M1', 'mpdm-ada--ben--gus-1', ['U1', 'U2', 'U3'])],
    'integration_logs.json': [],
    'general/2020-09-13.json': [
      say(
        'U2',
        10,
        '*Bold*, _slanted_ and <https://example.com/a?b=1&amp;c=2|a link>, <@U1> &amp; <#C2|old-plans>',
        {
          reactions: [
            { name: 'tada', users: ['U1', 'U2'], count: 2 },
            { name: 'thumbsup::skin-tone-3', users: ['U1'], count: 1 },
            { name: '+1', users: ['U1'], count: 1 },
            { name: 'partyparrot', users: ['U1'], count: 1 },
          ],
        },
      ),
      say('U1', 20, 'Who has the *key* to the lamp room?', { thread_ts: at(20), reply_count: 2 }),
      say('U4', 5, 'Out of order in the file'),
      say('U2', 30, '<@U2> has joined the channel', { subtype: 'channel_join' }),
      say('U2', 40, 'I do', { thread_ts: at(20) }),
    ],
    'general/2020-09-14.json': [
      say('U1', DAY + 10, 'Thanks <!here>', { thread_ts: at(20), edited: { user: 'U1', ts: at(DAY + 20) } }),
      say('U1', DAY + 30, 'Who has the *key* to the lamp room?', { thread_ts: at(DAY + 30), reply_count: 1 }),
      {
        type: 'message',
        subtype: 'bot_message',
        bot_id: 'B1',
        username: 'Weather',
        text: '',
        ts: at(DAY + 40),
        attachments: [{ fallback: 'Storm warning', text: 'Storm *warning*' }],
      },
      say('U9', DAY + 50, 'From a stranger'),
      say('U2', DAY + 60, 'See the file', {
        files: [{ id: 'F1', name: 'tides.txt', url_private: 'https://files.slack.com/x/tides.txt?t=xoxe-1' }],
      }),
      say('U2', DAY + 70, '', {
        files: [{ id: 'F2', name: 'lost.txt', url_private: 'https://files.slack.com/x/lost.txt?t=xoxe-1' }],
      }),
    ],
    'keepers/2020-09-13.json': [say('U1', 15, 'Only for keepers ```\ncode &lt;here&gt;\n```')],
    'old-plans/2020-09-13.json': [say('U2', 25, 'An old plan')],
    'D1/2020-09-13.json': [say('U2', 35, 'Between the two of us')],
    'mpdm-ada--ben--gus-1/2020-09-13.json': [say('U3', 45, 'The three of us')],
    '__uploads/F1/tides.txt': 'tides',
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      name,
      typeof content === 'string' ? content : JSON.stringify(content),
    ]),
  )
}
