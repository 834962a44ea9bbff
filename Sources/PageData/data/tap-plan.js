// The plan of this page, and the positions of its targets. Lengths in the plan are tenths of a point; on the screen
// they are pixels of the page, `scale` of them per point.

const plan = JSON.parse(document.getElementById("plan").textContent);

const element = (id) => document.getElementById(id);
const millimetresPerInch = 25.4;
// Room at the top for the instruction and the adult's control, and at the sides for the hand that holds the device.
const room = { top: 88, side: 24 };
const shapes = ["star", "heart", "moon", "drop", "leaf", "cloud"];
// The limit of a fact: 2000 points from the corner.
const farthest = 20000;

function tenths(pixels, scale) {
  return Math.max(-farthest, Math.min(farthest, Math.round((pixels / scale) * 10)));
}

// Points as text: 44, 44.5.
function pointText(lengthInTenths) {
  return String(lengthInTenths / 10);
}

// The target of a trial. Every part appears as often as the others, or once more.
function partOf(slot) {
  return plan.parts.length === 0 ? "" : plan.parts[slot % plan.parts.length];
}

function shapeOf(slot) {
  return plan.parts.length === 0 ? shapes[slot % shapes.length] : shapes[(slot % plan.parts.length) % shapes.length];
}

// The target with its neighbors as a row or, if that is too wide, as a column; null if it does not fit at all.
function clusterOn(stage, scale) {
  const [width, height] = [(plan.width / 10) * scale, (plan.height / 10) * scale];
  const gap = plan.gap === null ? null : (plan.gap / 10) * scale;
  const free = { width: stage.width - 2 * room.side, height: stage.height - room.top - room.side };
  const row = { width: gap === null ? width : 3 * width + 2 * gap, height, step: [width + (gap || 0), 0] };
  const column = { width, height: gap === null ? height : 3 * height + 2 * gap, step: [0, height + (gap || 0)] };
  const fitting = [row, column].find((one) => one.width <= free.width && one.height <= free.height);
  return fitting ? { ...fitting, target: { width, height }, hasNeighbours: gap !== null } : null;
}

// The position of the target of a slot: nine places in turn, as far apart as the screen allows. Boxes have
// their center, in pixels, the target first.
function boxesOf(slot, stage, scale) {
  const cluster = clusterOn(stage, scale);
  const place = Math.floor(slot / Math.max(1, plan.parts.length)) % 9;
  const reach = farthest / 10 * scale * 0.95;
  const between = (first, last, third) => first + ((Math.max(first, Math.min(last, reach)) - first) * third) / 2;
  const centre = [
    between(room.side + cluster.width / 2, stage.width - room.side - cluster.width / 2, place % 3),
    between(room.top + cluster.height / 2, stage.height - room.side - cluster.height / 2, Math.floor(place / 3)),
  ];
  const steps = cluster.hasNeighbours ? [0, -1, 1] : [0];
  return steps.map((step) => ({
    x: centre[0] + step * cluster.step[0], y: centre[1] + step * cluster.step[1], ...cluster.target,
  }));
}

// The same in tenths of a point, as recorded.
function sceneOf(places, stage, scale, shown) {
  const box = ({ x, y }) => ({ x: tenths(x, scale), y: tenths(y, scale), width: plan.width, height: plan.height });
  const [target, ...neighbours] = places.map(box);
  return { width: tenths(stage.width, scale), height: tenths(stage.height, scale), shown, target, neighbours };
}

// From the target to the nearest edge of the screen.
function edgeGap({ target, width, height }) {
  const gaps = [
    target.x - target.width / 2, width - target.x - target.width / 2, target.y - target.height / 2,
    height - target.y - target.height / 2,
  ];
  return Math.max(0, Math.floor(Math.min(...gaps)));
}
