import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { isMac } from '../../shell/is-mac.ts'
import { t } from '../../texts/texts.ts'
import { CheckField } from '../../ui/field.tsx'
import { useSavedValue } from '../../ui/saved-check.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useChat } from '../state/workspace.ts'
import styles from './compose-notes.module.css'
import { useEnterKey } from './use-text-keys.ts'

async function save(enter_sends: boolean): Promise<void> {
  try {
    await callChat('PATCH /settings', { enter_sends })
  } catch (error) {
    showToast(messageOf(error), 'danger')
    throw error
  }
}

/** Which key sends: a setting of the account. */
export function EnterSends() {
  const isOn = useChat((state) => state.settings.enter_sends)
  const { shown, change } = useSavedValue(isOn, save)
  return (
    <div className={styles.keys}>
      <CheckField
        label={t.compose.enterSends}
        checked={shown}
        onChange={(event) => change(event.target.checked)}
      />
    </div>
  )
}

/** Says which key sends. Screens without a keyboard have only the button. */
export function EnterHint({ id }: { id: string }) {
  const enterKey = useEnterKey()
  if (enterKey === 'touch') return null
  return (
    <p id={id} className={styles.hint}>
      {enterKey === 'sends' ? t.compose.enterHint : t.compose.controlEnterHint(isMac)}
    </p>
  )
}
