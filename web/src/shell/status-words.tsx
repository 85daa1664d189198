import { t } from '../texts/texts.ts'
import { Badge } from '../ui/badge.tsx'
import styles from './status-words.module.css'

export type Period = keyof typeof t.status.periods

/** A status that many people have. The server stores its English text; everybody reads it in their own language. */
export interface StatusPreset {
  name: 'in_a_meeting' | 'commuting' | 'out_sick' | 'lunch' | 'holiday' | 'afk' | 'on_a_call'
  text: string
  emoji: { name: string; code: string; character: string }
  /** when it usually ends */
  after: Period
}

const presets: readonly StatusPreset[] = [
  {
    name: 'in_a_meeting',
    text: 'In a meeting',
    emoji: { name: 'date', code: '1f4c5', character: '📅' },
    after: 'hour',
  },
  {
    name: 'commuting',
    text: 'Commuting',
    emoji: { name: 'bus', code: '1f68c', character: '🚌' },
    after: 'halfHour',
  },
  {
    name: 'lunch',
    text: 'At lunch',
    emoji: { name: 'fork_and_knife', code: '1f374', character: '🍴' },
    after: 'hour',
  },
  {
    name: 'out_sick',
    text: 'Out sick',
    emoji: { name: 'face_with_thermometer', code: '1f912', character: '🤒' },
    after: 'today',
  },
  {
    name: 'holiday',
    text: 'On vacation',
    emoji: { name: 'palm_tree', code: '1f334', character: '🌴' },
    after: 'never',
  },
  {
    name: 'afk',
    text: 'Away from keyboard',
    emoji: { name: 'keyboard', code: '2328', character: '⌨' },
    after: 'halfHour',
  },
  {
    name: 'on_a_call',
    text: 'On a call',
    emoji: { name: 'phone', code: '260e', character: '☎' },
    after: 'halfHour',
  },
]

/** Phones report calls themselves. */
export const offeredPresets = presets.filter(({ name }) => name !== 'on_a_call')

export const presetNamed = (name: string): StatusPreset | undefined =>
  presets.find((preset) => preset.name === name)

/** The text of a status in the language of the reader. */
export function shownText(stored: string): string {
  const preset = presets.find(({ text }) => text === stored)
  return preset ? t.status.names[preset.name] : stored
}

/** The other way round: what the server stores for a text in the language of the writer. */
export function storedText(shown: string): string {
  const wanted = shown.trim()
  return presets.find(({ name }) => t.status.names[name] === wanted)?.text ?? wanted
}

/** Whether somebody can be reached, or what their phone does. */
export type Lamp = 'available' | 'away' | 'do_not_disturb' | 'offline' | 'ringing' | 'on_a_call'

const looks: Record<Lamp, 'success' | 'warning' | 'danger' | 'plain'> = {
  available: 'success',
  away: 'warning',
  do_not_disturb: 'danger',
  offline: 'plain',
  ringing: 'warning',
  on_a_call: 'danger',
}

export const isLamp = (name: string): name is Lamp => name in looks

/** The same everywhere: a colour, and what it means in words. */
export function StatusLamp({ lamp }: { lamp: Lamp }) {
  return (
    <Badge look={looks[lamp]}>
      <span className={styles.lamp} aria-hidden="true" />
      {t.status.names[lamp]}
    </Badge>
  )
}
