// The switch between the light and the dark theme.
import { useEffect, useState } from 'preact/hooks';
import { message } from './locale.ts';
import { onSystemTheme, shownTheme, switchTheme } from './theme.ts';

export function ThemeSwitch() {
  const [theme, setTheme] = useState(shownTheme);
  useEffect(() => onSystemTheme(() => setTheme(shownTheme())), []);

  function change(): void {
    switchTheme();
    setTheme(shownTheme());
  }
  return (
    <button
      type="button"
      class="theme"
      aria-pressed={theme === 'dark'}
      aria-label={message('frame.theme')}
      onClick={change}
    />
  );
}
