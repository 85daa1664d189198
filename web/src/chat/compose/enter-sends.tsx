import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { CheckField } from '../../ui/field.tsx'
import { useSavedValue } from '../../ui/saved-check.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useChat } from '../state/workspace.ts'
import styles from './compose-notes.module.css'

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
      <span className={styles.hint}>{isOn ? t.compose.enterHint : t.compose.controlEnterHint}</span>
    </div>
  )
}
