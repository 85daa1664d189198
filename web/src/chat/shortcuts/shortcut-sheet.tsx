import { isMac } from '../../shell/is-mac.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { useSelected } from '../state/store.ts'
import { type ShortcutGroup, shortcuts } from './shortcut-keys.ts'
import styles from './shortcut-sheet.module.css'
import { singleKeys, turnSingleKeys } from './single-keys.ts'

const groups: readonly ShortcutGroup[] = ['general', 'places', 'reading', 'writing', 'message']

/** All keys there are. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const on = useSelected(singleKeys, (value) => value)
  return (
    <Dialog title={t.shortcuts.title} size="large" onClose={onClose}>
      <CheckField
        label={t.shortcuts.use}
        hint={t.shortcuts.useHint}
        checked={on}
        onChange={(event) => turnSingleKeys(event.target.checked)}
      />
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group} className={styles.group} aria-labelledby={`shortcuts-${group}`}>
            <h3 id={`shortcuts-${group}`}>{t.shortcuts.groups[group]}</h3>
            <dl>
              {shortcuts
                .filter((shortcut) => shortcut.group === group)
                .map(({ command, keys }) => (
                  <Row key={command} name={t.shortcuts.commands[command]} keys={keys} />
                ))}
              {group === 'general' && <Row name={t.shortcuts.leave} keys={['Escape']} />}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Row({ name, keys }: { name: string; keys: readonly string[] }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{t.shortcuts.keys[key as keyof typeof t.shortcuts.keys] ?? keyName(key)}</kbd>
        ))}
      </dd>
    </div>
  )
}

/** A capital letter is typed with Shift, and looks much like a small one. */
function keyName(key: string): string {
  if (key.startsWith('Control+')) return t.shortcuts.control(key.slice(-1).toUpperCase(), isMac)
  return /^[A-Z]$/.test(key) ? t.shortcuts.shift(key) : key.toUpperCase()
}
