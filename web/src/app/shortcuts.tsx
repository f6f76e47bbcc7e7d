import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from 'react-bootstrap';
import { useLocation, useNavigate } from 'react-router-dom';
import { commandsOf } from '../features/palette/commands.rules';
import { isForPage } from '../lib/page-keys';
import { paths } from '../lib/paths';
import type { SessionUser } from '../lib/session';
import { Icon } from '../ui/icon';

const Palette = lazy(async () => ({ default: (await import('../features/palette/palette')).Palette }));
const KeysHelp = lazy(async () => ({ default: (await import('../features/palette/keys-help')).KeysHelp }));

/** How long after G the second key belongs to it, in milliseconds. */
const chordMs = 1_500;

/** The search button of the header, and the keys of every page: Ctrl K or '/', G and a letter, '?'. */
export function Shortcuts({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const chordSince = useRef(0);
  // What was typed since the palette was asked for. Null once it is there.
  const typed = useRef<string | null>(null);

  const show = (what: 'palette' | 'keys' | null) => {
    typed.current = what === 'palette' ? '' : null;
    setOpen(what);
  };
  const takeTyped = useCallback(() => {
    const text = typed.current ?? '';
    typed.current = null;
    return text;
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        show(open === 'palette' ? null : 'palette');
        return;
      }
      if (typed.current !== null && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (key === 'escape') show(null);
        else if (key.length === 1) typed.current += event.key;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (!isForPage(event)) return;
      const isChord = event.timeStamp - chordSince.current < chordMs;
      chordSince.current = key === 'g' ? event.timeStamp : 0;
      const command = isChord && commandsOf(user, 'light').find((each) => each.key === key);
      if (command) command.run((to) => void navigate(to));
      else if (key === '/') show('palette');
      // A page with its own keys shows its own help.
      else if (key === '?' && pathname !== paths.nextLead()) show('keys');
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Runs before the keys of the page, so that the letter after G does not trigger one of them.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [user, navigate, pathname, open]);

  return (
    <>
      <Button
        variant="ghost"
        className="btn-icon"
        aria-label="Search and commands (Ctrl K)"
        aria-keyshortcuts="Control+K /"
        title="Search and commands  Ctrl K"
        onClick={() => show('palette')}
      >
        <Icon name="search" />
      </Button>
      <Suspense fallback={null}>
        {open === 'palette' && <Palette user={user} takeTyped={takeTyped} onClose={() => show(null)} />}
        {open === 'keys' && <KeysHelp user={user} onClose={() => show(null)} />}
      </Suspense>
    </>
  );
}
