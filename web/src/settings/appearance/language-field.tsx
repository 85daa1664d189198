import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { currentLanguage, isLanguage, languages, rememberLanguage } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { FieldStack } from '../settings-section.tsx'

/** Every text on the page changes, so the page is loaded again. */
export function LanguageField() {
  const submit = useSubmit()
  async function choose(language: string) {
    if (!isLanguage(language)) return
    if (!(await submit.run(() => callChat('PATCH /settings', { default_language: language })))) return
    rememberLanguage(language)
    location.reload()
  }
  return (
    <FieldStack>
      <SelectField
        label={t.ui.language}
        hideLabel
        value={currentLanguage()}
        disabled={submit.busy}
        error={submit.error === undefined ? undefined : messageOf(submit.error)}
        onChange={(event) => void choose(event.target.value)}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </FieldStack>
  )
}
