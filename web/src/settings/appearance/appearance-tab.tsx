import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { changeLanguage, currentLanguage, isLanguage, languages } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { chooseTheme, currentTheme } from '../../theme/theme.ts'
import { SelectField } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { SettingCheck } from '../setting-check.tsx'
import { FieldStack, SettingsSection } from '../settings-section.tsx'

export function AppearanceTab() {
  return (
    <>
      <ThemeSection />
      <SettingsSection title={t.settings.appearance.language} intro={t.settings.appearance.languageText}>
        <LanguageField />
      </SettingsSection>
      <SettingsSection title={t.settings.appearance.display}>
        <SettingCheck
          name="twenty_four_hour_time"
          label={t.settings.appearance.twentyFourHours}
          hint={t.settings.appearance.twentyFourHoursHint}
        />
        <SettingCheck name="enter_sends" label={t.settings.appearance.enterSends} />
        <SettingCheck name="starred_message_counts" label={t.settings.appearance.starredCounts} />
        <SettingCheck
          name="enable_drafts_synchronization"
          label={t.settings.appearance.syncDrafts}
          hint={t.settings.appearance.syncDraftsHint}
        />
      </SettingsSection>
    </>
  )
}

function ThemeSection() {
  const [theme, setTheme] = useState(currentTheme)
  return (
    <SettingsSection title={t.ui.theme} intro={t.settings.appearance.themeText}>
      <RadioGroup
        label={t.ui.theme}
        value={theme}
        choices={[
          { value: 'system', label: t.ui.themeSystem },
          { value: 'light', label: t.ui.themeLight },
          { value: 'dark', label: t.ui.themeDark },
        ]}
        onChange={(next) => {
          chooseTheme(next)
          setTheme(next)
        }}
      />
    </SettingsSection>
  )
}

function LanguageField() {
  const submit = useSubmit()
  async function choose(language: string) {
    if (!isLanguage(language)) return
    await submit.run(async () => {
      await callChat('PATCH /settings', { default_language: language })
      await changeLanguage(language)
    })
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
