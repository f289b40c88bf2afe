// A client on the Go implementation of Varlink, which comes without one:
//
//	varlink-go-call [-more] ADDRESS METHOD [PARAMETERS]
//
// It prints the parameters of each reply on a line, and an error on standard error.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/varlink/go/varlink"
)

func main() {
	more := flag.Bool("more", false, "ask for more than one reply")
	flag.Parse()
	parameters := "{}"
	switch flag.NArg() {
	case 2:
	case 3:
		parameters = flag.Arg(2)
	default:
		fmt.Fprintln(os.Stderr, "usage: varlink-go-call [-more] ADDRESS METHOD [PARAMETERS]")
		os.Exit(64)
	}
	if err := call(flag.Arg(0), flag.Arg(1), json.RawMessage(parameters), *more); err != nil {
		if failure, ok := err.(*varlink.Error); ok {
			fmt.Fprintf(os.Stderr, "%s %s\n", failure.Name, *failure.Parameters.(*json.RawMessage))
		} else {
			fmt.Fprintf(os.Stderr, "%T %v\n", err, err)
		}
		os.Exit(1)
	}
}

func call(address, method string, parameters json.RawMessage, more bool) error {
	ctx := context.Background()
	connection, err := varlink.NewConnection(ctx, address)
	if err != nil {
		return err
	}
	defer connection.Close()
	var flags uint64
	if more {
		flags = varlink.More
	}
	receive, err := connection.Send(ctx, method, parameters, flags)
	if err != nil {
		return err
	}
	for {
		var reply json.RawMessage
		flags, err := receive(ctx, &reply)
		if err != nil {
			return err
		}
		fmt.Printf("%s\n", reply)
		if flags&varlink.Continues == 0 {
			return nil
		}
	}
}
