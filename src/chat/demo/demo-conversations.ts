export type DemoPerson = 'ada' | 'ben' | 'cleo' | 'gus' | 'mei' | 'omar' | 'lena'

export interface DemoMessage {
  /** hours before now */
  ago: number
  from: DemoPerson
  /** a stream and its topic, or people */
  to: { stream: string; topic: string } | DemoPerson[]
  content: string
  /** the file to upload and link at the end of the message */
  file?: 'chart' | 'notes'
  reactions?: readonly (readonly [emoji: string, ...people: DemoPerson[]])[]
}

const on = (stream: string, topic: string) => ({ stream, topic })
const day = 24

/** A week at Acme, in order. */
export const demoConversations: readonly DemoMessage[] = [
  {
    ago: 6 * day + 3,
    from: 'ada',
    to: on('announcements', 'welcome'),
    content:
      'Welcome to our new workspace! Chat, texts, faxes and phones are in one place now. Start with #**general** and ask anything. :tada:',
    reactions: [
      ['tada', 'ben', 'cleo', 'mei', 'omar'],
      ['heart', 'lena'],
    ],
  },
  {
    ago: 6 * day + 2,
    from: 'ben',
    to: on('general', 'introductions'),
    content: 'I am Ben. I write most of our scheduling code, and I make the coffee before nine.',
    reactions: [['coffee', 'ada', 'mei']],
  },
  {
    ago: 6 * day + 2,
    from: 'mei',
    to: on('general', 'introductions'),
    content: 'Mei, design. I joined on Monday. If a button is in the wrong place, tell me!',
  },
  {
    ago: 6 * day + 1,
    from: 'omar',
    to: on('general', 'introductions'),
    content: 'Omar, customer support. The texts to our public number come to me.',
    reactions: [['wave', 'ben', 'cleo', 'lena']],
  },
  {
    ago: 5 * day + 5,
    from: 'ben',
    to: on('engineering', 'slow imports'),
    content:
      'Imports of more than 5,000 rows take minutes. I have a suspicion:\n```python\nfor row in rows:\n    session.add(row)\n    session.commit()  # for every row!\n```',
  },
  {
    ago: 5 * day + 4.8,
    from: 'lena',
    to: on('engineering', 'slow imports'),
    content: 'One commit for each row would explain it. Batches of 500?',
  },
  {
    ago: 5 * day + 4,
    from: 'ben',
    to: on('engineering', 'slow imports'),
    content: 'Done: **4 minutes → 3 seconds**. It is in the next release.',
    reactions: [
      ['rocket', 'ada', 'lena', 'omar'],
      ['heart', 'mei'],
    ],
  },
  {
    ago: 5 * day + 1,
    from: 'cleo',
    to: on('leadership', 'budget'),
    content: 'The draft for next year is ready. Can we look at it on Thursday?',
  },
  {
    ago: 5 * day,
    from: 'ada',
    to: on('leadership', 'budget'),
    content: 'Thursday at ten is fine. I will bring the numbers of the last quarter.',
  },
  {
    ago: 4 * day + 6,
    from: 'omar',
    to: on('support', 'Globex order'),
    content: 'Globex asks whether order 4711 ships this month. @**Cleo Vance** do you know?',
  },
  {
    ago: 4 * day + 5.5,
    from: 'cleo',
    to: on('support', 'Globex order'),
    content: 'The anvils are packed. We wait for the magnet; it should come on Friday.',
  },
  {
    ago: 4 * day + 5,
    from: 'omar',
    to: on('support', 'Globex order'),
    content: 'Thanks, I will text them.',
    reactions: [['+1', 'cleo']],
  },
  {
    ago: 4 * day + 2,
    from: 'mei',
    to: on('engineering', 'new sign-in page'),
    content:
      'Here is what I want to fix:\n\n1. One field after the other, not side by side\n2. The error next to its field\n3. A link for a forgotten password that is easy to see',
  },
  {
    ago: 4 * day + 1,
    from: 'lena',
    to: on('engineering', 'new sign-in page'),
    content: '+1 to all three. The second one is a small change, I can take it.',
  },
  {
    ago: 3 * day + 7,
    from: 'ada',
    to: on('general', 'numbers'),
    content: 'Seven good weeks in a row. Thank you all!',
    file: 'chart',
    reactions: [
      ['chart_with_upwards_trend', 'ben', 'cleo'],
      ['tada', 'mei', 'omar', 'lena'],
    ],
  },
  {
    ago: 3 * day + 5,
    from: 'ben',
    to: on('random', 'weekend'),
    content: 'Who joins the hike on Saturday? 12 km, a lake in the middle.',
  },
  {
    ago: 3 * day + 4,
    from: 'lena',
    to: on('random', 'weekend'),
    content: 'Me! I bring the good thermos.',
    reactions: [['hiking_boot', 'ben']],
  },
  {
    ago: 3 * day + 3,
    from: 'gus',
    to: ['ada'],
    content: 'Hi Ada, the photos for the brochure will be ready tomorrow.',
  },
  {
    ago: 3 * day + 2.5,
    from: 'ada',
    to: ['gus'],
    content: 'Perfect, thank you. Please send them to me here.',
  },
  {
    ago: 2 * day + 6,
    from: 'lena',
    to: on('engineering', 'release 2.4'),
    content: 'Release notes for tomorrow, please read them once:',
    file: 'notes',
  },
  {
    ago: 2 * day + 5,
    from: 'ben',
    to: on('engineering', 'release 2.4'),
    content: 'The import deserves a line of its own. Otherwise fine.',
    reactions: [['+1', 'lena']],
  },
  { ago: 2 * day + 1, from: 'ada', to: on('engineering', 'release 2.4'), content: 'Agreed. Go ahead.' },
  {
    ago: day + 8,
    from: 'ada',
    to: on('announcements', 'release 2.4'),
    content:
      '**2.4 is out.** Imports are eighty times faster, and the sign-in page tells what is wrong. Details in #**engineering>release 2.4**.',
    reactions: [
      ['rocket', 'lena', 'ben', 'mei'],
      ['clap', 'omar', 'cleo'],
    ],
  },
  {
    ago: day + 6,
    from: 'omar',
    to: on('support', 'release 2.4'),
    content: 'Two customers have written already that the import is fast now. :smile:',
  },
  {
    ago: day + 4,
    from: 'ben',
    to: ['ada'],
    content: 'Do you have ten minutes about the phone numbers for the new office?',
  },
  { ago: day + 3.5, from: 'ada', to: ['ben'], content: 'Sure, call me: 1001.' },
  {
    ago: 5,
    from: 'mei',
    to: on('random', 'lunch'),
    content: '/poll Lunch on Friday?\nThe Thai place\nPizza\nWe cook',
  },
  {
    ago: 4,
    from: 'omar',
    to: on('support', 'Globex order'),
    content: 'They have sent a fax to confirm the order. @**Ada Lovelace** it is in the portal.',
  },
  {
    ago: 3,
    from: 'cleo',
    to: on('general', 'numbers'),
    content: 'Week 46 is the best one so far: 190 orders.',
    reactions: [['fire', 'ben', 'mei']],
  },
  {
    ago: 1.5,
    from: 'lena',
    to: on('engineering', 'slow imports'),
    content: 'Follow-up: should we show the progress of an import? @**Ben Okri** what do you think?',
  },
  {
    ago: 0.5,
    from: 'cleo',
    to: ['ada', 'ben'],
    content: 'The agenda for tomorrow: budget, new office, and the hike. :sweat_smile:',
  },
]
