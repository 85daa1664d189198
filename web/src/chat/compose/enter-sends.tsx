import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { CheckField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useChat } from '../state/workspace.ts'
import styles from './compose-notes.module.css'

/** Which key sends: a setting of the account. */
export function EnterSends() {
  const isOn = useChat((state) => state.settings.enter_sends)
  async function save(enter_sends: boolean) {
    try {
      await callChat('PATCH /settings', { enter_sends })
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  return (
    <div className={styles.keys}>
      <CheckField
        label={t.compose.enterSends}
        checked={isOn}
        onChange={(event) => void save(event.target.checked)}
      />
      <span className={styles.hint}>{isOn ? t.compose.enterHint : t.compose.controlEnterHint}</span>
    </div>
  )
}
