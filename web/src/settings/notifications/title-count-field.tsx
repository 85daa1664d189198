import { messageOf } from '../../api/api-failure.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { FieldStack } from '../settings-section.tsx'
import { useChangeSettings } from '../use-change-settings.ts'
import { useSavedValue } from '../use-saved-value.ts'

/** The number in the title of the browser tab. */
export function TitleCountField() {
  const stored = useChat((state) => state.settings.desktop_icon_count_display)
  const store = useChangeSettings()
  const { shown, error, change } = useSavedValue(stored, (value) =>
    store({ desktop_icon_count_display: value }),
  )
  const { all, meant, none } = t.settings.notifications.titleCounts
  return (
    <FieldStack>
      <SelectField
        label={t.settings.notifications.titleCount}
        value={shown}
        error={error === undefined ? undefined : messageOf(error)}
        onChange={(event) => change(Number(event.target.value))}
      >
        <option value={1}>{all}</option>
        <option value={2}>{meant}</option>
        <option value={3}>{none}</option>
      </SelectField>
    </FieldStack>
  )
}
