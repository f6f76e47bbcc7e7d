import { activityStyles } from '../ui/activity-styles';
import { Avatar } from '../ui/avatar';
import {
  ArchivedBadge,
  CountBadge,
  CustomerBadge,
  ImportedBadge,
  NewBadge,
  ToneBadge,
  UnviewedBadge,
  ViewedBadge,
} from '../ui/badges';
import { BusinessStatus } from '../ui/business-status';
import { CopyButton } from '../ui/copy-button';
import { HelpButton } from '../ui/help-button';
import { Icon } from '../ui/icon';
import { Keys } from '../ui/keys';
import { leadStatuses, StatusIcon, StatusPill } from '../ui/lead-status';
import { LogoMark } from '../ui/logo';
import { MenuItem, MoreActions } from '../ui/menu';
import { GoalBar, Meter } from '../ui/meter';
import { RelativeTime } from '../ui/relative-time';
import { Stars } from '../ui/stars';
import { Example } from './example';

const tones = ['good', 'warn', 'bad', 'accent'] as const;
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const explanation = 'Expected by today: 12 of 20.';

/** Labels, badges and figures of rows and cards. */
export const WordExamples = () => (
  <>
    <Example name="Copy button, where the browser offers the clipboard">
      <CopyButton label="Copy the example" text="lf_pat_0000" />
    </Example>
    <Example name="Logo">
      <span className="lf-logo">
        <LogoMark />
        Lead Finder
      </span>
    </Example>
    <Example name="Status: pill, icon">
      {leadStatuses.map((status) => (
        <StatusPill key={status} status={status} />
      ))}
      {leadStatuses.map((status) => (
        <StatusIcon key={status} status={status} />
      ))}
    </Example>
    <Example name="Badges">
      <NewBadge />
      <UnviewedBadge />
      <ViewedBadge />
      <ImportedBadge />
      <ArchivedBadge />
      <CustomerBadge />
      <CountBadge>12</CountBadge>
      {tones.map((tone) => (
        <ToneBadge key={tone} tone={tone} icon="lightning-charge">
          {tone}
        </ToneBadge>
      ))}
    </Example>
    <Example name="Keys, more actions">
      <Keys keys={['Ctrl', 'K']} />
      <MoreActions of="Arkansas">
        <MenuItem icon="pencil" label="Edit" />
        <MenuItem icon="trash3" label="Remove" disabled />
      </MoreActions>
    </Example>
    <Example name="Business status">
      {['OPERATIONAL', 'CLOSED_TEMPORARILY', 'CLOSED_PERMANENTLY', null].map((status) => (
        <BusinessStatus key={status} status={status} />
      ))}
    </Example>
    <Example name="Avatar: tints, one word, large">
      {[0, 1, 2, 3, 4].map((id) => (
        <Avatar key={id} id={id} name="Dana Whitfield" />
      ))}
      <Avatar name="sam" />
      <Avatar name="Maria Castellanos" id={2} large />
    </Example>
    <Example name="Stars">
      <Stars rating={4.6} reviews={1_284} />
      <Stars rating={3} />
      <Stars rating={null} />
    </Example>
    <Example name="Relative time">
      {[0, 0.2, 5, 30, 24 * 20, 24 * 400].map((hours) => (
        <RelativeTime key={hours} moment={ago(hours)} />
      ))}
    </Example>
    <Example name="Activities">
      {Object.values(activityStyles).map(({ label, icon }) => (
        <span key={label}>
          <Icon name={icon} /> {label}
        </span>
      ))}
    </Example>
    <Example name="Meter: ahead, behind, done, without a side">
      <Meter
        label="Week"
        count={17}
        target={20}
        percent={85}
        elapsed={60}
        side="ahead"
        pace="5 ahead of pace"
        explanation={explanation}
      />
      <Meter
        label="Week"
        count={4}
        target={20}
        percent={20}
        elapsed={60}
        side="behind"
        pace="8 behind pace"
        explanation={explanation}
      />
      <Meter
        label="Month"
        count={104}
        target={100}
        percent={104}
        elapsed={80}
        side="done"
        pace="target reached"
        explanation={explanation}
        wide
      />
    </Example>
    <Example name="Goal bar" stacked>
      {(['plain', 'ahead', 'behind', 'bad', 'done'] as const).map((side, index) => (
        <GoalBar key={side} side={side} percent={20 * (index + 1)} elapsed={50} />
      ))}
    </Example>
    <Example name="Help: icon, link, words">
      <HelpButton variant="icon" />
      <HelpButton variant="link" />
      <HelpButton variant="words" />
    </Example>
  </>
);
