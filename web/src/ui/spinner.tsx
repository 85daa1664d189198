import styles from './spinner.module.css'

/** Decorative: the text beside it says what is going on. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
