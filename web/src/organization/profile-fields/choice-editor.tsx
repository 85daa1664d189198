import { Plus, X } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from '../organization-forms.module.css'
import type { FieldChoice } from './field-types.ts'

/** The options of a choice. Their keys stay, so that a renamed option is still the same. */
export function ChoiceEditor({
  choices,
  onChange,
}: {
  choices: readonly FieldChoice[]
  onChange: (choices: FieldChoice[]) => void
}) {
  const texts = t.organization.fields
  function add() {
    const last = Math.max(-1, ...choices.map(({ key }) => Number(key)).filter(Number.isFinite))
    onChange([...choices, { key: String(last + 1), text: '' }])
  }
  return (
    <fieldset className={styles.group}>
      <legend>{texts.options}</legend>
      {choices.map((choice, index) => (
        <div key={choice.key} className={styles.line}>
          <div className={styles.grow}>
            <TextField
              label={texts.option(index + 1)}
              hideLabel
              placeholder={texts.option(index + 1)}
              value={choice.text}
              onChange={(event) =>
                onChange(
                  choices.map((one) => (one.key === choice.key ? { ...one, text: event.target.value } : one)),
                )
              }
            />
          </div>
          <IconButton
            label={texts.removeOption(index + 1)}
            onClick={() => onChange(choices.filter((one) => one.key !== choice.key))}
          >
            <X />
          </IconButton>
        </div>
      ))}
      <div className={styles.line}>
        <Button size="small" icon={<Plus />} onClick={add}>
          {texts.addOption}
        </Button>
      </div>
    </fieldset>
  )
}
