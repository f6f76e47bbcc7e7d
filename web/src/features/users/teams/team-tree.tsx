import { TreeCount, TreeView } from '../../../ui/tree-view';
import { mayMove, type Forest, type TeamNode } from './team-tree.rules';

interface TeamTreeProps {
  forest: Forest;
  search: string;
  chosen: number | undefined;
  onChoose: (team: TeamNode) => void;
  onMove: (team: TeamNode, parent?: TeamNode | null) => void;
}

export const TeamTreeView = (props: TeamTreeProps) => (
  <TreeView
    {...props}
    label="Teams"
    heads={['Team', 'People', 'Open leads']}
    none="No team has this name."
    mayMove={mayMove}
    numbersOf={({ people, openLeads }) => (
      <>
        <TreeCount of={people} one="person" many="people" />
        <TreeCount of={openLeads} one="open lead" many="open leads" className="d" />
      </>
    )}
  />
);
