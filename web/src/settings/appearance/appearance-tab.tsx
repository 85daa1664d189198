import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { chooseTheme, currentTheme } from '../../theme/theme.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SettingCheck } from '../setting-check.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { LanguageField } from './language-field.tsx'

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
