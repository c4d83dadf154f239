// Shows an error of a page in its place, so that the header stays.
import { Component, html } from "../html.js";
import { Problem } from "./basics.js";

export class Boundary extends Component {
  componentDidCatch(error) {
    this.setState({ error });
  }

  componentDidUpdate(before) {
    if (before.place !== this.props.place && this.state.error) {
      this.setState({ error: undefined });
    }
  }

  render({ children }, { error }) {
    if (!error) {
      return children;
    }
    const message = "This page cannot be shown (" + error.message + "). Reload it, or go to another page.";
    return html`<${Problem} error=${{ message }} />`;
  }
}
